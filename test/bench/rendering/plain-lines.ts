// Runs inside a page: text without any markdown, a line an element, a box a paragraph. It is what the others are held
// to.
import { measure } from './measuring.ts';

measure((host) => {
  let line = document.createTextNode('');
  let box: HTMLElement | null = null;
  const nextLine = (): void => {
    if (box === null || line.data === '') {
      box = document.createElement('div');
      host.append(box);
    }
    const element = document.createElement('div');
    element.style.whiteSpace = 'pre-wrap';
    line = document.createTextNode('');
    element.append(line);
    box.append(element);
  };
  nextLine();
  return {
    append(text) {
      for (const [index, part] of text.split('\n').entries()) {
        if (index > 0) nextLine();
        if (part !== '') line.appendData(part);
      }
    },
    end: () => undefined,
  };
});
