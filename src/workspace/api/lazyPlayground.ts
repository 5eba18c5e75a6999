import { checkListener, type Playground, playgroundOf } from './playgroundApi.ts';

/** An API that loads when it is first used: its version is there at once. */
export function createLazyPlayground(load: () => Promise<Playground>): Playground {
  return playgroundOf(
    async (method, params) => {
      const loaded = await load();
      return Reflect.apply(loaded[method], loaded, params);
    },
    (name, listener) => {
      checkListener(name, listener);
      let isOver = false;
      let stop = () => {
        isOver = true;
      };
      const begin = async () => {
        const loaded = await load();
        if (!isOver) stop = loaded.on(name, listener);
      };
      begin().catch((thrown: unknown) => reportError(thrown));
      return () => stop();
    },
  );
}
