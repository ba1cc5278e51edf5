// An extension that lends tools to others, for the suites inside VS Code.
const vscode = require('vscode');

exports.activate = ({ subscriptions }) => {
  const text = (value) => new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(value)]);
  subscriptions.push(
    vscode.lm.registerTool('lending_tides', { invoke: ({ input }) => text(`High at noon in ${input.place}.`) }),
    vscode.lm.registerTool('lending_broken', {
      invoke: () => {
        throw new Error('It broke at /home/somebody.');
      },
    }),
  );
};
