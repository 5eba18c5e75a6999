import type {
  FileHandle,
  FileWriter,
  FolderHandle,
  FolderItem,
} from '#tools/files/disk/diskAccess.ts';

export type FakeDisk = ReturnType<typeof createFakeDisk>;

/** A disk in memory that offers a folder through the File System Access API. */
export function createFakeDisk(files: Readonly<Record<string, string>>) {
  const texts = new Map(Object.entries(files));
  const times = new Map<string, number>();
  const written: string[] = [];
  let time = 1000;
  /** Touches a file as another program would. */
  const touch = (path: string) => {
    time += 1;
    times.set(path, time);
  };
  /** Writes a file as another program would. */
  const change = (path: string, text: string) => {
    texts.set(path, text);
    touch(path);
  };
  const requestPermission = async () => disk.permission;
  const writerOf = (path: string): FileWriter => {
    let content = '';
    return {
      async write(part) {
        if (disk.fault) throw disk.fault;
        const bytes = typeof part === 'string' ? part : await part.arrayBuffer();
        content += typeof bytes === 'string' ? bytes : decode(bytes);
      },
      async close() {
        written.push(path);
        change(path, content);
      },
      abort: async () => {},
    };
  };
  const file = (path: string): FileHandle => ({
    name: path.slice(path.lastIndexOf('/') + 1),
    requestPermission,
    async getFile() {
      const text = texts.get(path);
      if (text === undefined) throw new DOMException('It is gone.', 'NotFoundError');
      return new File([text], path, { lastModified: times.get(path) ?? 1 });
    },
    createWritable: async () => writerOf(path),
  });
  const folder = (name: string, inside: string): FolderHandle => ({
    name,
    requestPermission,
    async *values(): AsyncGenerator<FolderItem> {
      const seen = new Set<string>();
      for (const path of texts.keys()) {
        if (!path.startsWith(inside)) continue;
        const [part = '', ...rest] = path.slice(inside.length).split('/');
        if (seen.has(part)) continue;
        seen.add(part);
        if (rest.length === 0) yield { ...file(path), kind: 'file' };
        else yield { ...folder(part, `${inside}${part}/`), kind: 'directory' };
      }
    },
    async getFileHandle(part, options) {
      const path = inside + part;
      if (!texts.has(path) && !options?.create) throw new DOMException('', 'NotFoundError');
      return file(path);
    },
    getDirectoryHandle: async (part) => folder(part, `${inside}${part}/`),
  });
  const disk = {
    ...{ folder: folder('shaders', ''), texts, written, change, touch, file },
    /** The user's answer when the page asks for permission. */
    permission: 'granted' as PermissionState,
    /** Thrown by each write while not null. */
    fault: null as Error | null,
  };
  return disk;
}

/** Keeps the byte order mark at the start, so that tests can see it. */
function decode(bytes: ArrayBuffer): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
