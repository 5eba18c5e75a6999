export interface DrawnShader {
  readonly name: string;
  /** Contains `mainImage`. */
  readonly glsl: string;
  readonly wgsl: string;
}

export interface PictureDifference {
  readonly name: string;
  readonly mean: number;
  /** The share of pixels in which a byte differs by more than 16. */
  readonly far: number;
  /** The range of the bytes; small if the picture shows nothing. */
  readonly range: number;
}

/**
 * Runs in a page. Compares WebGPU's picture from each shader's WGSL with WebGL 2's picture from its
 * GLSL.
 *
 * @param time in seconds; a constant in the WGSL
 */
export async function compareWithWebGL({
  shaders,
  time,
}: {
  readonly shaders: readonly DrawnShader[];
  readonly time: number;
}): Promise<PictureDifference[]> {
  const [width, height] = [64, 48];
  /** The content and size of the channels. */
  const image = new Uint8Array(8 * 6 * 4);
  const size: [number, number] = [8, 6];
  for (let at = 0; at < image.length; at += 1) image[at] = (at * 37 + (at >> 3) * 11) % 256;
  const adapter = await navigator.gpu.requestAdapter();
  const device = await adapter?.requestDevice();
  const gl = new OffscreenCanvas(width, height).getContext('webgl2', { antialias: false });
  if (!device || !gl) throw new Error('There is no WebGPU, or no WebGL 2.');
  const differences: PictureDifference[] = [];
  for (const { name, glsl, wgsl } of shaders) {
    try {
      differences.push({
        name,
        ...compare(await drawWithWebGPU(device, wgsl), drawWithWebGL(gl, glsl)),
      });
    } catch (thrown) {
      throw new Error(`${name}: ${thrown}`);
    }
  }
  device.destroy();
  return differences;

  /** Both pictures start with GLSL's bottom row. */
  function compare(drawn: Uint8Array, expected: Uint8Array) {
    let [sum, far, least, most] = [0, 0, 255, 0];
    for (let at = 0; at < drawn.length; at += 4) {
      let largest = 0;
      for (const byte of [at, at + 1, at + 2]) {
        const value = expected[byte] ?? 0;
        const difference = Math.abs((drawn[byte] ?? 0) - value);
        sum += difference;
        largest = Math.max(largest, difference);
        least = Math.min(least, value);
        most = Math.max(most, value);
      }
      if (largest > 16) far += 1;
    }
    const pixels = drawn.length / 4;
    return { mean: sum / pixels / 3, far: far / pixels, range: most - least };
  }

  async function drawWithWebGPU(device: GPUDevice, code: string): Promise<Uint8Array> {
    device.pushErrorScope('validation');
    const picture = device.createTexture({
      size: [width, height],
      format: 'rgba8unorm',
      usage: GPUTextureUsage.STORAGE_BINDING | GPUTextureUsage.COPY_SRC,
    });
    const module = device.createShaderModule({ code });
    const compute = { module };
    const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute });
    const group = device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: [
        ...code.matchAll(/@binding\((\d+)\) @group\(0\) var(?:<uniform>)? \w+ : (\w+)/g),
      ].map(([, binding, type = '']) => ({
        binding: Number(binding),
        resource: resourceFor(device, type, picture),
      })),
    });
    const copy = device.createBuffer({
      size: width * height * 4,
      usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ,
    });
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(width / 16, height / 16);
    pass.end();
    encoder.copyTextureToBuffer({ texture: picture }, { buffer: copy, bytesPerRow: width * 4 }, [
      width,
      height,
    ]);
    device.queue.submit([encoder.finish()]);
    await copy.mapAsync(GPUMapMode.READ);
    const error = await device.popErrorScope();
    if (error) throw new Error(error.message);
    return new Uint8Array(copy.getMappedRange());
  }

  function resourceFor(device: GPUDevice, type: string, picture: GPUTexture): GPUBindingResource {
    switch (type) {
      case 'texture_storage_2d':
        return picture.createView();
      case 'texture_2d': {
        const usage = GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST;
        const texture = device.createTexture({ size, format: 'rgba8unorm', usage });
        const layout = { bytesPerRow: size[0] * 4 };
        device.queue.writeTexture({ texture }, image, layout, size);
        return texture.createView();
      }
      case 'sampler':
        return device.createSampler({
          ...{ magFilter: 'linear', minFilter: 'linear' },
          ...{ addressModeU: 'repeat', addressModeV: 'repeat' },
        });
      default:
        return { buffer: device.createBuffer({ size: 256, usage: GPUBufferUsage.UNIFORM }) };
    }
  }

  function drawWithWebGL(gl: WebGL2RenderingContext, glsl: string): Uint8Array {
    const program = link(gl, glsl);
    const at = (name: string) => gl.getUniformLocation(program, name);
    // Linters mistake the method for a React hook.
    gl.useProgram.call(gl, program);
    gl.uniform3f(at('iResolution'), width, height, 1);
    gl.uniform1f(at('iTime'), time);
    gl.uniform3f(at('iChannelResolution[0]'), ...size, 1);
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, ...size, 0, gl.RGBA, gl.UNSIGNED_BYTE, image);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    const pixels = new Uint8Array(width * height * 4);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return pixels;
  }

  function link(gl: WebGL2RenderingContext, glsl: string): WebGLProgram {
    const program = gl.createProgram();
    const covering = `#version 300 es
void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0, 1); }`;
    const drawing = `#version 300 es
precision highp float;
precision highp int;
uniform vec3 iResolution, iChannelResolution[4];
uniform float iTime;
uniform vec4 iMouse;
uniform sampler2D iChannel0;
out vec4 drawn;
#line 1
${glsl.replace(/^#version.*/, '')}
#undef color
void main() { vec4 color = vec4(0, 0, 0, 1); mainImage(color, gl_FragCoord.xy); drawn = vec4(color.rgb, 1); }`;
    for (const [type, text] of [
      [gl.VERTEX_SHADER, covering],
      [gl.FRAGMENT_SHADER, drawing],
    ] as const) {
      const shader = gl.createShader(type);
      if (!shader) throw new Error('The WebGL context is lost.');
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS))
        throw new Error(gl.getShaderInfoLog(shader) ?? '');
    }
    gl.linkProgram(program);
    return program;
  }
}
