// An extension that brings tools, for the suites inside VS Code.
const vscode = require('vscode');

exports.activate = ({ subscriptions }) => {
  const text = (value) => new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(value)]);
  subscriptions.push(
    vscode.lm.registerTool('sample_tides', { invoke: ({ input }) => text(`High at noon in ${input.place}.`) }),
    vscode.lm.registerTool('sample_broken', {
      invoke: () => {
        throw new Error('It broke at /home/somebody.');
      },
    }),
  );
};
