/** What matters about a browser when it gives no WebGPU device. */
export interface BrowserFacts {
  /** Of `navigator`. */
  readonly userAgent: string;
  /** Whether the page came by https or from this machine. */
  readonly isSecureContext: boolean;
  /** Whether there is a `navigator.gpu` at all. */
  readonly hasWebGpu: boolean;
  /** Whether this page has had a device, which was lost. */
  readonly hadDevice: boolean;
}

/** What a person can do on their system to run shaders, as a sentence or two. */
export function webGpuAdvice(facts: BrowserFacts): string {
  const { userAgent, isSecureContext, hasWebGpu, hadDevice } = facts;
  if (hadDevice) {
    return 'After several losses, browsers give a page no graphics adapter until it is loaded again.';
  }
  if (!isSecureContext) {
    return 'Browsers offer WebGPU to secure pages only: open this one by https, or from localhost.';
  }
  const has = (name: string) => userAgent.includes(name);
  // iPads call themselves Macintosh, and so does Safari there; the advice fits both.
  if (has('iPhone') || has('iPad')) {
    return (
      'On this device, WebGPU needs Safari 26; in Safari 16.4 or later it can be switched on under ' +
      'Settings › Apps › Safari › Advanced › Feature Flags › WebGPU.'
    );
  }
  if (has('Firefox/')) {
    return (
      'In Firefox, update to the newest release; where WebGPU is not on yet, set dom.webgpu.enabled ' +
      'to true in about:config and restart.'
    );
  }
  if (has('Chrome/')) return chromeAdvice(hasWebGpu, has('Android'), has('Linux'));
  if (has('Safari/')) {
    return 'In Safari, update to version 26, or switch WebGPU on under Develop › Feature Flags.';
  }
  return 'WebGPU works in current releases of Chrome, Edge, Safari and Firefox.';
}

function chromeAdvice(hasWebGpu: boolean, isAndroid: boolean, isLinux: boolean): string {
  if (isAndroid) return 'On Android, WebGPU needs Chrome 121 or later on Android 12 or later.';
  if (!hasWebGpu) return 'Update the browser: Chrome and Edge have WebGPU since version 113.';
  const acceleration =
    'Check that graphics acceleration is on in the browser’s settings under System; chrome://gpu says more.';
  return isLinux
    ? `On Linux, switch on chrome://flags/#enable-unsafe-webgpu and restart. ${acceleration}`
    : acceleration;
}
