// A test provider, as other extensions bring it: one test of test/cart.test.js (see workspaces.mjs), which fails as it does under node.
const vscode = require('vscode');

exports.activate = async ({ subscriptions }) => {
  const controller = vscode.tests.createTestController('cart', 'Cart');
  const [uri] = await vscode.workspace.findFiles('test/cart.test.js');
  const lines = (await vscode.workspace.openTextDocument(uri)).getText().split('\n');
  const item = (title, children = []) => {
    const one = controller.createTestItem(title, title, uri);
    const line = lines.findIndex((text) => text.includes(`'${title}'`));
    if (line >= 0) one.range = new vscode.Range(line, 0, line, lines[line].length);
    one.children.replace(children);
    return one;
  };
  const test = item('adds up');
  controller.items.add(item('cart.test.js', [item('Cart', [test])]));
  const fail = (request) => {
    const run = controller.createTestRun(request);
    const message = new vscode.TestMessage('50 == 60');
    message.location = new vscode.Location(uri, test.range);
    run.failed(test, message);
    run.end();
  };
  subscriptions.push(controller, controller.createRunProfile('Run', vscode.TestRunProfileKind.Run, fail, true));
};
