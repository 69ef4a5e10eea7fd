import { afterEach, expect, test, vi } from 'vitest'
import { cropPicture } from './open-picture.ts'

afterEach(() => vi.restoreAllMocks())

// spec 1-2-129, 1-9-35, 1-9-36
test('a crop is a PNG of the size of the frame, written with a quality of 0.9 and named after its file', async () => {
  // jsdom has no canvas: this is what ours asks of the browser.
  const written: unknown[] = []
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: () => undefined,
  } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    done,
    type,
    quality,
  ) {
    written.push({ type, quality, width: this.width, height: this.height })
    done(new Blob(['pixels'], { type: 'image/png' }))
  })
  const frame = { width: 300, height: 300 }
  const size = { width: 640, height: 480 }
  const picture = {
    ...size,
    file: new File([''], 'pump house.jpg', { type: 'image/jpeg' }),
    image: new Image(),
    url: 'blob:1',
    close: () => undefined,
  }

  const file = await cropPicture(picture, { scale: 1, x: 0, y: 0 }, { frame, picture: size })

  expect(written).toEqual([{ type: 'image/png', quality: 0.9, ...frame }])
  expect([file.type, file.name]).toEqual(['image/png', 'pump house_cropped.png'])
})
