import { type NamedProject, projectName } from '#core/project/projectName.ts';

/**
 * The page's title: the project's name, and whether the project is an edited demo.
 *
 * @param demos the address of the site's demos
 */
export function documentTitle(project: NamedProject, demos: string): string {
  const { givenName, demo, uri, text } = project;
  const isEditedDemo =
    uri.startsWith(demos) && !uri.endsWith('/user.slang') && demo === null && text.trim() !== '';
  const mark = isEditedDemo && givenName === null ? ' (edited)' : '';
  return `${projectName(project)}${mark} · Slang Playground`;
}
