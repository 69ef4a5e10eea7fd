import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(js|mjs|css|html|svg|json)$/

/** Smaller files gain nothing: their headers outweigh what is saved. */
const SMALLEST = 1024

/** Writes a `.br` and a `.gz` beside every text asset of the bundle, so that the server never compresses while serving. */
export function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          const source = file.type === 'chunk' ? file.code : file.source
          const bytes = Buffer.from(source)
          if (!COMPRESSIBLE.test(file.fileName) || bytes.length < SMALLEST) continue
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: brotli(bytes) })
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: gzipSync(bytes, { level: 9 }) })
        }
      },
    },
  }
}

function brotli(bytes: Buffer): Buffer {
  return brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
}
