import { type LSPClient, LSPPlugin, Workspace, type WorkspaceFile } from '@codemirror/lsp-client';
import { ChangeSet, type Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { type EditedFile, projectEditor } from '#ui/editor/fileEdits.ts';
import { changedPart } from '#ui/editor/files/changedPart.ts';
import { uriOf } from './protocolPlaces.ts';

interface Update {
  readonly file: WorkspaceFile;
  readonly prevDoc: Text;
  readonly changes: ChangeSet;
}

/**
 * The project's files on the language server. All are open there, hidden ones included, because
 * other files may import them. There is one editor at a time.
 */
export class ServerFiles extends Workspace {
  files: WorkspaceFile[] = [];
  /** Increases across all files, so that diagnostics of an earlier text never match a later one. */
  private version = 0;
  private view: EditorView | null = null;
  /** For each file, the version that the server has checked. */
  private readonly checked = new WeakMap<WorkspaceFile, number>();

  /** Opens and closes files on the server to match the project, and collects the changes. */
  syncFiles(): Update[] {
    const wanted = new Map(this.editedFiles().map((file) => [uriOf(file.path), file]));
    for (const { uri } of this.files) if (!wanted.has(uri)) this.client.didClose(uri);
    this.files = this.files.filter(({ uri }) => wanted.has(uri));
    const updates: Update[] = [];
    for (const [uri, { doc }] of wanted) {
      const known = this.getFile(uri);
      if (!known) this.add(uri, doc);
      else if (known.doc !== doc) updates.push(this.update(known, doc));
    }
    return updates;
  }

  editedFile(uri: string): EditedFile | undefined {
    return this.editedFiles().find(({ path }) => uriOf(path) === uri);
  }

  /** Marks the file's newest version as checked, once its diagnostics have arrived. */
  setChecked(file: WorkspaceFile): void {
    this.checked.set(file, file.version);
  }

  isChecked(uri: string): boolean {
    const file = this.getFile(uri);
    return file !== null && this.checked.get(file) === file.version;
  }

  openFile(_uri: string, _languageId: string, view: EditorView): void {
    this.view = view;
    // The view's plugin exists only after this call has returned.
    this.syncSoon();
  }

  /**
   * An editor that switches files reopens at once. If there is no editor any more, all files are
   * closed.
   */
  closeFile(_uri: string, view: EditorView): void {
    if (this.view !== view) return;
    this.view = null;
    this.syncSoon();
  }

  private editedFiles(): readonly EditedFile[] {
    return this.view?.state.facet(projectEditor)?.files() ?? [];
  }

  private syncSoon(): void {
    queueMicrotask(() => this.client.sync());
  }

  private add(uri: string, doc: Text): void {
    this.version += 1;
    const getView = () => (this.view && LSPPlugin.get(this.view)?.uri === uri ? this.view : null);
    const file = { uri, languageId: 'slang', version: this.version, doc, getView };
    this.files.push(file);
    this.client.didOpen(file);
    pluginOf(file)?.clear();
  }

  private update(file: WorkspaceFile, doc: Text): Update {
    const { doc: prevDoc } = file;
    const plugin = pluginOf(file);
    const changes =
      plugin?.syncedDoc === prevDoc ? plugin.unsyncedChanges : difference(prevDoc, doc);
    this.version += 1;
    file.doc = doc;
    file.version = this.version;
    plugin?.clear();
    return { file, prevDoc, changes };
  }
}

/** The plugin of the visible file; null for hidden files. */
function pluginOf(file: WorkspaceFile): LSPPlugin | null {
  const view = file.getView();
  return view && LSPPlugin.get(view);
}

function difference(before: Text, after: Text): ChangeSet {
  return ChangeSet.of(changedPart(before.toString(), after.toString()), before.length);
}

export function serverFiles({ workspace }: LSPClient): ServerFiles | null {
  return workspace instanceof ServerFiles ? workspace : null;
}
