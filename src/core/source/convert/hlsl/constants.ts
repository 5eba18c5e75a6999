import { markOf } from '#core/source/convert/conversion.ts';

/** A value that a program gets from outside. */
export interface Constant {
  readonly type: string;
  /** With its array size. */
  readonly name: string;
}

/**
 * Declares a constant with what the playground has for it, by its name and type.
 *
 * @param settings gets what each entry point has to set
 */
export function declareConstant({ type, name }: Constant, settings: string[]): string {
  const is = (word: RegExp) => word.test(name);
  const isNumber = ['float', 'int', 'uint'].includes(type);
  if (isNumber && is(/frame/i)) return `[playground::FRAME_ID]\nuniform ${type} ${name};`;
  if (isNumber && is(/time/i)) return `[playground::TIME]\nuniform ${type} ${name};`;
  if (type === 'float4' && is(/mouse/i))
    return `[playground::MOUSE_POSITION]\nuniform ${type} ${name};`;
  if (/^(?:float|int|uint)2$/.test(type) && is(/res|size|dim|extent|screen/i)) {
    settings.push(`${name} = ${type}(screenWidth, screenHeight);`);
    return `static ${type} ${name};`;
  }
  if (isNumber && is(/width/i)) return sizeConstant(type, name, 'screenWidth', settings);
  if (isNumber && is(/height/i)) return sizeConstant(type, name, 'screenHeight', settings);
  if (type === 'float3' && is(/colou?r|tint/i)) {
    return `[playground::COLOR_PICK(1.0, 1.0, 1.0)]\nuniform ${type} ${name};`;
  }
  if (type === 'float') return `[playground::SLIDER(0.5, 0.0, 1.0)]\nuniform ${type} ${name};`;
  const reason = `the value of “${name}”. It is zero: set it in the source.`;
  return `${markOf(reason)}\nstatic ${type} ${name};`;
}

function sizeConstant(type: string, name: string, value: string, settings: string[]): string {
  settings.push(`${name} = ${type}(${value});`);
  return `static ${type} ${name};`;
}
