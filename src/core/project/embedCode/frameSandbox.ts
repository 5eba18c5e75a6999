/** Lets an embed run scripts and open the playground in a tab, but not use its site's origin. */
export const FRAME_SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';
