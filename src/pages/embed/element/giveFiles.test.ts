import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { windowMessage } from '#pages/embed/protocol/messages.ts';
import { askParentForFile } from '#pages/embed/start/binaryOfParent.ts';
import { type FindFile, giveFiles } from './embedFrame.ts';

const ADDRESS = 'https://play.example/assets/binary.gz';

let page: EventTarget;
let find: ReturnType<typeof vi.fn<FindFile>>;
let stop: () => void;
const onBytes = vi.fn();
const embed = { postMessage() {} };

/** The page's window, which receives messages from `source`. */
function parentOf(source: unknown, origin = 'null') {
  return {
    postMessage(data: unknown, _target: string, ports: MessagePort[]) {
      page.dispatchEvent(Object.assign(new Event('message'), { data, source, origin, ports }));
    },
  } as unknown as Window;
}

beforeEach(() => {
  onBytes.mockReset();
  page = new EventTarget();
  find = vi.fn<FindFile>();
  stop = giveFiles(page as Window, () => embed, find);
});
afterEach(() => stop());

it('an embed gets the file that it requests from the page, and the download’s progress', async () => {
  find.mockImplementation(async (_address, tell) => {
    for (const bytes of [2, 4]) tell(bytes);
    return new Blob(['text']);
  });
  const file = await askParentForFile(ADDRESS, onBytes, parentOf(embed));
  expect(await file?.text()).toBe('text');
  expect(find).toHaveBeenCalledExactlyOnceWith(ADDRESS, expect.any(Function));
  expect(onBytes.mock.calls).toEqual([[2], [4]]);
});

it('an embed is notified when the page has no file, or an invalid one', async () => {
  find.mockResolvedValue(null);
  expect(await askParentForFile(ADDRESS, onBytes, parentOf(embed))).toBeNull();
  const liar = {
    postMessage: (_data: unknown, _target: string, [port]: MessagePort[]) => port?.postMessage('x'),
  } as unknown as Window;
  expect(await askParentForFile(ADDRESS, onBytes, liar)).toBeNull();
});

it('only the embed itself gets an answer, in its version of the protocol', () => {
  const { port1 } = new MessageChannel();
  const wanted = { ...windowMessage('file-wanted'), address: ADDRESS };
  const send = (to: Window, data: object) => to.postMessage(data, '*', [port1]);
  send(parentOf({}), wanted);
  send(parentOf(embed, 'https://other.example'), wanted);
  send(parentOf(embed), { ...wanted, version: 2 });
  send(parentOf(embed), { ...wanted, address: 5 });
  stop();
  send(parentOf(embed), wanted);
  port1.close();
  expect(find).not.toHaveBeenCalled();
});
