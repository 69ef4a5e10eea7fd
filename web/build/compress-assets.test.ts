import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { compressAssets } from './compress-assets.ts'

it('writes text of some size once more for each encoding, and leaves the rest alone', () => {
  const text = 'export const word = "field"\n'.repeat(100)
  const bundle = {
    'app.js': { type: 'chunk', fileName: 'app.js', code: text },
    'small.css': { type: 'asset', fileName: 'small.css', source: 'a{}' },
    'font.woff2': { type: 'asset', fileName: 'font.woff2', source: new Uint8Array(5000) },
  }
  const emitted = new Map<string, Uint8Array>()
  const { generateBundle } = compressAssets()
  if (typeof generateBundle !== 'object') throw new Error('The plugin has no handler')

  Reflect.apply(
    generateBundle.handler,
    { emitFile: ({ fileName, source }: { fileName: string; source: Uint8Array }) => emitted.set(fileName, source) },
    [{}, bundle],
  )

  expect([...emitted.keys()]).toEqual(['app.js.br', 'app.js.gz'])
  expect(brotliDecompressSync(emitted.get('app.js.br') ?? '').toString()).toBe(text)
  expect(gunzipSync(emitted.get('app.js.gz') ?? '').toString()).toBe(text)
})
