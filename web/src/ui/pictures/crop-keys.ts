import { panned, startView, type Crop, type View, ZOOM_IN, ZOOM_OUT, zoomed } from './crop-geometry.ts'

/** How far an arrow key moves the picture, in pixels of the crop. */
const KEY_STEP = 10

/** What a key makes of a view; undefined when it means nothing here. */
export function viewByKey(key: string, view: View, crop: Crop): View | undefined {
  switch (key) {
    case 'ArrowLeft':
      return panned(view, { x: -KEY_STEP, y: 0 }, crop)
    case 'ArrowRight':
      return panned(view, { x: KEY_STEP, y: 0 }, crop)
    case 'ArrowUp':
      return panned(view, { x: 0, y: -KEY_STEP }, crop)
    case 'ArrowDown':
      return panned(view, { x: 0, y: KEY_STEP }, crop)
    case '+':
    case '=':
      return zoomed(view, ZOOM_IN, crop)
    case '-':
    case '_':
      return zoomed(view, ZOOM_OUT, crop)
    case '0':
      return startView(crop)
    default:
      return undefined
  }
}
