/** Finds literals in a source that users would read but that no bundle contains: their place must have `l10n.t(…)`. */
import ts from 'typescript';

/** Properties, variables and setters of views with text for users. */
const shown =
  /^(?:title|label|description|detail|tooltip|placeHolder|prompt|message|notice|problem|alternative|heading|summary|note|text|textContent|first|busy|hint|button|question|[xy]Label)$/;

/** Calls with arguments for users; error messages are shown. */
const telling =
  /^(?:show(?:Information|Warning|Error)Message|write|onNotice|notice|(?:Job|Oracle|Sandbox|Rule|Cannot\w*)Error|\w*Problem|Not\w+|RunFailed|super)$/;

export interface ShownLiteral {
  /** From 1. */
  readonly line: number;
  readonly words: string;
}

export function literalsShown(source: string): ShownLiteral[] {
  const file = ts.createSourceFile('a.ts', source, ts.ScriptTarget.Latest, true);
  const found: ShownLiteral[] = [];
  const visit = (node: ts.Node, isShown: boolean): void => {
    if (isTranslated(node)) return;
    const words = isShown ? wordsOf(node) : undefined;
    if (words) found.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, words });
    ts.forEachChild(node, (child) => visit(child, isRead(node, child, isShown)));
  };
  visit(file, false);
  return found;
}

/** `l10n.t(…)` itself. */
function isTranslated(node: ts.Node): boolean {
  return ts.isCallExpression(node) && /\bl10n\.t$/.test(node.expression.getText());
}

/** Do users read the value of `child`, given whether they read `node`? */
function isRead(node: ts.Node, child: ts.Node, isShown: boolean): boolean {
  if (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) {
    return child === node.initializer && !ts.isFunctionLike(child) && shown.test(node.name.getText());
  }
  if (ts.isBinaryExpression(node)) return isReadBeside(node, child, isShown);
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    const name = /(\w+)$/.exec(node.expression.getText())?.[1] ?? '';
    return child !== node.expression && (telling.test(name) || isAriaLabel(node));
  }
  const passes = ts.isConditionalExpression(node) ? child !== node.condition : passing(node);
  return isShown && passes;
}

/** Assignments, sums and `a ?? b`; not comparisons. */
function isReadBeside({ left, right, operatorToken }: ts.BinaryExpression, child: ts.Node, isShown: boolean): boolean {
  const { kind } = operatorToken;
  if (kind === ts.SyntaxKind.EqualsToken) {
    return child === right && shown.test(/(\w+)$/.exec(left.getText())?.[1] ?? '');
  }
  const passes = [ts.SyntaxKind.PlusToken, ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.BarBarToken];
  return isShown && passes.includes(kind);
}

function isAriaLabel(node: ts.CallExpression | ts.NewExpression): boolean {
  const [name] = node.arguments ?? [];
  return name !== undefined && ts.isStringLiteral(name) && /^(?:aria-label|title)$/.test(name.text);
}

/** Text in such a node is read if the node is read. */
function passing(node: ts.Node): boolean {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isTemplateExpression(node) ||
    ts.isTemplateSpan(node) ||
    ts.isArrayLiteralExpression(node) ||
    ts.isSpreadElement(node)
  );
}

/** Names, units, icons and command addresses are the same in every language. */
const noWords = /\$\([\w~-]+\)|\bcommand:whittle\.|\bWhittle\b|^(?:aria-label|title|Enter)$/g;

function wordsOf(node: ts.Node): string | undefined {
  const isText = ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node);
  const text = isText ? node.text : ts.isTemplateExpression(node) ? templateText(node) : '';
  return /\p{L}/u.test(text.replace(noWords, '')) ? text : undefined;
}

function templateText({ head, templateSpans }: ts.TemplateExpression): string {
  return [head.text, ...templateSpans.map(({ literal }) => literal.text)].join(' ');
}
