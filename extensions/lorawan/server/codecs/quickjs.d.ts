/** Node has it, and its types do not tell of it. */
declare namespace WebAssembly {
  class Memory {
    constructor(pages: { readonly initial: number; readonly maximum: number })
    readonly buffer: ArrayBuffer
  }
}

/** Its own types are those for `require`. */
declare module '@jitl/quickjs-wasmfile-release-sync' {
  import type { QuickJSSyncVariant } from 'quickjs-emscripten-core'

  const variant: QuickJSSyncVariant
  export default variant
}
