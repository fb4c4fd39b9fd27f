/** The text of a page: one style sheet and one script of the build, nothing else may be loaded. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** `assets` holds NAME.css and NAME.js. */
export function pageText(webview: vscode.Webview, assets: vscode.Uri, name: string): string {
  const nonce = randomBytes(16).toString('base64');
  const asset = (file: string) => webview.asWebviewUri(vscode.Uri.joinPath(assets, file));
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" nonce="${nonce}" href="${asset(`${name}.css`)}">
<title>Whittle</title>
</head>
<body>
<main id="whittle"></main>
<script type="module" nonce="${nonce}" src="${asset(`${name}.js`)}"></script>
</body>
</html>`;
}
