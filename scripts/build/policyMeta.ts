import type { Plugin } from 'vite';
import {
  EMBED_POLICY,
  EMBEDS_POLICY,
  metaPolicyText,
  PAGE_POLICY,
  type Policy,
} from './siteHeaders.ts';

const POLICIES: Readonly<Record<string, Policy>> = {
  '/index.html': PAGE_POLICY,
  '/embed.html': EMBED_POLICY,
  '/embeds.html': EMBEDS_POLICY,
};

/** The policy goes after it, because an encoding must be declared within the first 1,024 bytes. */
const CHARSET = '<meta charset="utf-8" />';

/**
 * Vite plugin: for hosts that do not send our headers, writes the Content-Security-Policy into the
 * built page's head, before anything that the page loads. The development server's page has none,
 * because Vite adds inline scripts and styles.
 */
export function policyMeta(): Plugin {
  return {
    name: 'policy-meta',
    apply: 'build',
    transformIndexHtml(html, { path }) {
      const policy = POLICIES[path];
      if (!policy) throw new Error(`${path} has no policy yet: add it to those of policyMeta.ts.`);
      return addPolicy(html, policy);
    },
  };
}

/** Throws if the page's encoding declaration is not {@link CHARSET}. */
export function addPolicy(html: string, policy: Policy): string {
  const parts = html.split(CHARSET);
  if (parts.length !== 2) throw new Error(`A page needs ${CHARSET} once, in its head.`);
  const meta = `<meta http-equiv="Content-Security-Policy" content="${metaPolicyText(policy)}" />`;
  return parts.join(`${CHARSET}\n    ${meta}`);
}
