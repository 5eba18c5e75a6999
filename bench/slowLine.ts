import net from 'node:net';

export interface SlowLine {
  readonly url: string;
  close(): Promise<void>;
}

/** The interval at which the line forwards bytes, in milliseconds. */
const TICK = 5;

interface Packet {
  readonly due: number;
  readonly bytes: Buffer;
  pass(bytes: Buffer): void;
}

/**
 * A proxy for a site on this machine that limits the total bandwidth of its connections and adds a
 * delay.
 *
 * @param bitsPerSecond towards the browser; requests are not limited
 * @param roundTrip in milliseconds
 */
export async function openSlowLine(
  siteUrl: string,
  bitsPerSecond: number,
  roundTrip: number,
): Promise<SlowLine> {
  const site = new URL(siteUrl);
  const sockets = new Set<net.Socket>();
  const queue: Packet[] = [];
  const bytesPerTick = (bitsPerSecond / 8) * (TICK / 1000);
  let credit = 0;
  const timer = setInterval(() => {
    credit = Math.min(credit + bytesPerTick, 4 * bytesPerTick);
    const now = performance.now();
    while (credit > 0 && queue[0] && queue[0].due <= now) {
      const packet = queue.shift();
      if (!packet) break;
      const part = packet.bytes.subarray(0, Math.ceil(credit));
      credit -= part.length;
      packet.pass(part);
      if (part.length < packet.bytes.length) {
        queue.unshift({ ...packet, bytes: packet.bytes.subarray(part.length) });
      }
    }
  }, TICK);
  const server = net.createServer((browser) => {
    const upstream = net.connect(Number(site.port), site.hostname);
    for (const socket of [browser, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {
        browser.destroy();
        upstream.destroy();
      });
      socket.on('close', () => sockets.delete(socket));
    }
    browser.on('data', (bytes) => setTimeout(() => upstream.write(bytes), roundTrip / 2));
    upstream.on('data', (bytes) => {
      queue.push({
        due: performance.now() + roundTrip / 2,
        bytes: Buffer.from(bytes),
        pass: (part) => {
          if (!browser.destroyed) browser.write(part);
        },
      });
    });
    browser.on('close', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${site.pathname}`,
    async close() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
