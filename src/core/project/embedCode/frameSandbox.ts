/** What an embed may do: run scripts and open the playground in a new tab, but nothing of its site’s origin. */
export const FRAME_SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';
