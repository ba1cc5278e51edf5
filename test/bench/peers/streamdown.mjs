// Runs inside a page: streamdown with coloured code.
import { code } from '@streamdown/code';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Streamdown } from 'streamdown';
import { measure } from '../rendering/measuring.ts';

const plugins = { code };
measure((host) => {
  const root = createRoot(host);
  let whole = '';
  const draw = (isAnimating) =>
    flushSync(() => root.render(createElement(Streamdown, { isAnimating, plugins }, whole)));
  return {
    append(text) {
      whole += text;
      draw(true);
    },
    end: () => draw(false),
  };
});
