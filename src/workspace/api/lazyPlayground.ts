import {
  API_VERSION,
  checkListener,
  type Playground,
  type PlaygroundApi,
} from './playgroundApi.ts';

/** An API that loads when it is first used: its version is there at once. */
export function createLazyPlayground(load: () => Promise<Playground>): Playground {
  const later =
    <Name extends Exclude<keyof PlaygroundApi, 'version'>>(name: Name) =>
    async (...args: unknown[]) => {
      const loaded = await load();
      return Reflect.apply(loaded[name], loaded, args) as never;
    };
  return Object.freeze<Playground>({
    version: API_VERSION,
    project: later('project'),
    setProject: later('setProject'),
    compile: later('compile'),
    run: later('run'),
    pause: later('pause'),
    resume: later('resume'),
    setUniform: later('setUniform'),
    readFrame: later('readFrame'),
    state: later('state'),
    on(name, listener) {
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
  });
}
