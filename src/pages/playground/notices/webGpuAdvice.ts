/** Facts that determine the advice when a browser provides no WebGPU device. */
export interface BrowserFacts {
  readonly userAgent: string;
  /** `isSecureContext`: whether the page was loaded over https or from localhost. */
  readonly isSecureContext: boolean;
  readonly hasWebGpu: boolean;
  readonly hadDevice: boolean;
}

/** One or two sentences on what the user can do to run shaders in this browser. */
export function webGpuAdvice(facts: BrowserFacts): string {
  const { userAgent, isSecureContext, hasWebGpu, hadDevice } = facts;
  if (hadDevice) {
    return 'After several device losses, browsers give a page no graphics adapter. Reload the page to get one.';
  }
  if (!isSecureContext) {
    return 'Browsers offer WebGPU to secure pages only. Open this page over https or from localhost.';
  }
  const has = (name: string) => userAgent.includes(name);
  // Safari on iPads reports Macintosh; the Safari advice below fits both.
  if (has('iPhone') || has('iPad')) {
    return (
      'On this device, WebGPU needs Safari 26. In Safari 16.4 or later, turn it on under ' +
      'Settings › Apps › Safari › Advanced › Feature Flags › WebGPU.'
    );
  }
  if (has('Firefox/')) {
    return (
      'Update Firefox to the newest release. If WebGPU is still off, set dom.webgpu.enabled ' +
      'to true in about:config and restart the browser.'
    );
  }
  if (has('Chrome/')) return chromeAdvice(hasWebGpu, has('Android'), has('Linux'));
  if (has('Safari/')) {
    return 'Update Safari to version 26, or turn WebGPU on under Develop › Feature Flags.';
  }
  return 'WebGPU works in current releases of Chrome, Edge, Safari and Firefox.';
}

function chromeAdvice(hasWebGpu: boolean, isAndroid: boolean, isLinux: boolean): string {
  if (isAndroid) return 'On Android, WebGPU needs Chrome 121 or later on Android 12 or later.';
  if (!hasWebGpu) return 'Update the browser. Chrome and Edge have had WebGPU since version 113.';
  const acceleration =
    'Check that graphics acceleration is on in the browser’s settings under System. For details, see chrome://gpu.';
  return isLinux
    ? `On Linux, turn on chrome://flags/#enable-unsafe-webgpu and restart the browser. ${acceleration}`
    : acceleration;
}
