import { useStore } from 'zustand';
import { texelFormat } from '#core/data/texelFormat.ts';
import {
  type Channels,
  placementOf,
  type Range,
  sliceCount,
  type TextureView,
  textureImage,
} from '#engine/gpu/read/textureImage.ts';
import type { ResourceProps } from '#tools/resources/kinds/kind.ts';
import { MinusIcon, PlusIcon, StatisticsIcon, YUpIcon } from '#tools/resources/panel/icons.tsx';
import { ResourceActions } from '#tools/resources/panel/ResourceActions.tsx';
import bars from '#tools/resources/panel/ResourcesPanel.module.css';
import { WatchButton } from '#tools/resources/panel/WatchButton.tsx';
import { WritersButton } from '#tools/resources/panel/Writers.tsx';
import type { ResourceEntry, ResourcesState } from '#tools/resources/state.ts';
import { Button } from '#ui/Button.tsx';
import { Select } from '#ui/Select.tsx';
import styles from './TextureView.module.css';
import { channelsOf } from './texelText.ts';
import { atOneToOne, type Size, zoomed, zoomText } from './viewport.ts';

interface TextureBarProps extends ResourceProps {
  readonly view: TextureView;
  readonly canvas: Size;
  readonly hasStatistics: boolean;
  readonly onToggleStatistics: () => void;
}

const CHANNELS: readonly { readonly value: Channels; readonly text: string }[] = [
  { value: 'rgb', text: 'RGB' },
  { value: 'rgba', text: 'RGBA' },
  { value: 'r', text: 'Red' },
  { value: 'g', text: 'Green' },
  { value: 'b', text: 'Blue' },
  { value: 'a', text: 'Alpha' },
];

const RANGES: readonly { readonly value: Range; readonly text: string }[] = [
  { value: '0..1', text: '0 to 1' },
  { value: 'minimum..maximum', text: 'Minimum to maximum' },
  { value: 'symmetric', text: 'Symmetric around 0' },
  { value: 'logarithm', text: 'Logarithm' },
];

export function TextureBar(props: TextureBarProps) {
  const { commands, entry, view, canvas } = props;
  const stored = channelsOf(entry.format);
  const image = textureImage(entry.size, view.isContactSheet);
  const { zoom } = placementOf(image, view, canvas);
  return (
    <div className={bars['bar']}>
      {stored.length > 1 && (
        <Select
          label="Channels"
          value={view.channels}
          options={CHANNELS.filter(({ value }) => isShowable(value, stored))}
          onChange={(value) => commands.setView({ channels: chosen(CHANNELS, value) })}
        />
      )}
      <Select
        label="Range"
        hint="Which values are black and white"
        value={view.range}
        options={RANGES}
        onChange={(value) => commands.setView({ range: chosen(RANGES, value) })}
      />
      <SliceFields {...props} />
      <Button
        kind="icon"
        label="Y up"
        pressed={view.isYUp}
        hint="Show y = 0 at the bottom, as in the picture"
        onClick={() => commands.setView({ isYUp: !view.isYUp })}
      >
        <YUpIcon />
      </Button>
      <span className={bars['spacer']} />
      <fieldset className={styles['zoom']} aria-label="Zoom">
        <Button
          kind="icon"
          label="Zoom out"
          hint="Zoom out (−)"
          onClick={() => commands.setView(zoomed(image, view, canvas, 1 / BUTTON_STEP))}
        >
          <MinusIcon />
        </Button>
        <output className={styles['percent']} aria-label="Zoom">
          {canvas.width > 0 ? zoomText(zoom) : ''}
        </output>
        <Button
          kind="icon"
          label="Zoom in"
          hint="Zoom in (+)"
          onClick={() => commands.setView(zoomed(image, view, canvas, BUTTON_STEP))}
        >
          <PlusIcon />
        </Button>
        <Button
          kind="icon"
          pressed={view.zoom === null}
          hint="Fit the whole texture into the panel (0)"
          onClick={() => commands.setView({ zoom: null })}
        >
          Fit
        </Button>
        <Button
          kind="icon"
          hint="A pixel for each texel (1)"
          onClick={() => commands.setView(atOneToOne(image, view, canvas))}
        >
          1:1
        </Button>
      </fieldset>
      <Button
        kind="icon"
        label="Statistics"
        hint="Statistics"
        pressed={props.hasStatistics}
        onClick={props.onToggleStatistics}
      >
        <StatisticsIcon />
      </Button>
      <WatchTexel {...props} />
      <TexelWriters {...props} />
      <ResourceActions {...props} />
    </div>
  );
}

function WatchTexel({ store, commands, entry }: ResourceProps) {
  const texel = useStore(store, (state) => state.texel);
  const refusal = watchRefusal(entry, texel);
  const watch = () => {
    if (!texel) return;
    const [x, y, z] = texel;
    const place = entry.isArray || entry.is3d ? `x ${x}, y ${y}, z ${z}` : `x ${x}, y ${y}`;
    const title = `${entry.name}, ${place}`;
    commands.watch({ resource: entry.name, title, at: { kind: 'texel', texel } });
  };
  return <WatchButton of="the chosen texel" refusal={refusal} onWatch={watch} />;
}

function TexelWriters({ store, commands, entry }: ResourceProps) {
  const texel = useStore(store, (state) => state.texel);
  const [width = 1, height = 1] = entry.size;
  const find = () => {
    if (!texel) return;
    const [x, y, z] = texel;
    const place = entry.isArray || entry.is3d ? [x, y, z] : [x, y];
    const title = `${entry.name}[${place.join(', ')}]`;
    const element = (z * height + y) * width + x;
    commands.findWriters({ resource: entry.name, element, title });
  };
  const refusal = texel ? null : 'Press a texel to choose it, then find out who wrote it.';
  return <WritersButton of="the chosen texel" refusal={refusal} onFind={find} />;
}

/** Why no texel can be watched, as a sentence; null if it can. */
function watchRefusal({ format }: ResourceEntry, texel: ResourcesState['texel']): string | null {
  // WebGPU copies depth as a whole only.
  if (format?.startsWith('depth')) return 'Values of depth textures cannot be charted over frames.';
  if (!format || !texelFormat(format)) return 'The values of this format cannot be read.';
  return texel ? null : 'Press a texel to choose it, then chart its value over frames.';
}

export const BUTTON_STEP = 1.5;

function isShowable(channels: Channels, stored: string): boolean {
  if (channels === 'rgb') return stored.length > 1;
  return stored.includes(channels);
}

function chosen<Value extends string>(
  options: readonly { readonly value: Value }[],
  value: string,
): Value {
  const found = options.find((option) => option.value === value);
  if (!found) throw new Error(`There is no option ${value}.`);
  return found.value;
}

function SliceFields({ commands, entry, view }: TextureBarProps) {
  const last = sliceCount(entry) - 1;
  if (!entry.isArray && !entry.is3d) return null;
  return (
    <>
      <label className={styles['field']}>
        {entry.isArray ? 'Layer' : 'Slice'}
        <input
          type="range"
          aria-label="Slice"
          min={0}
          max={last}
          step={1}
          disabled={view.isContactSheet}
          value={view.slice}
          onChange={(event) => commands.setView({ slice: Number(event.target.value) })}
        />
        <output className={styles['slice']}>{`${view.slice} / ${last}`}</output>
      </label>
      <Button
        kind="switch"
        pressed={view.isContactSheet}
        hint="Show all of them side by side"
        onClick={() => commands.setView({ isContactSheet: !view.isContactSheet, zoom: null })}
      >
        All slices
      </Button>
    </>
  );
}
