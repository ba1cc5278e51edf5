// The least that an extension can do with a stream: each delta is posted to a webview as it comes, which appends it.
/* global fetch, TextDecoderStream */
const vscode = require('vscode');

const page = `<!doctype html><meta charset="utf-8"><pre style="white-space: pre-wrap"></pre><script>
const text = document.querySelector('pre');
addEventListener('message', ({ data }) => {
  if (data === null) text.replaceChildren();
  else text.append(data);
  scrollTo(0, document.body.scrollHeight);
});
</script>`;

let panel;

async function ask() {
  panel.webview.postMessage(null);
  const address = vscode.workspace.getConfiguration('bare').get('address');
  const response = await fetch(`${address}/v1/messages`, { method: 'POST', body: '{}' });
  let rest = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      if (!line.startsWith('data: ')) continue;
      const event = JSON.parse(line.slice(6));
      if (event.type === 'content_block_delta') panel.webview.postMessage(event.delta.text);
    }
  }
}

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('bare.show', () => {
      panel = vscode.window.createWebviewPanel('bare', 'Bare', vscode.ViewColumn.One, { enableScripts: true });
      panel.webview.html = page;
    }),
    vscode.commands.registerCommand('bare.ask', ask),
  );
};
