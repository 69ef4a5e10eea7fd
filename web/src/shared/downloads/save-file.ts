/** Saves a file where the browser puts its downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** The body of an answer as a file, told of the bytes of each piece. Browsers keep a long one on disk. */
export function fileOf(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const type = response.headers.get('content-type') ?? ''
  return new Response(response.body?.pipeThrough(counting(onBytes)), { headers: { 'content-type': type } }).blob()
}

function counting(onBytes: (bytes: number) => void): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  return new TransformStream({
    transform: (chunk, controller) => {
      onBytes(chunk.byteLength)
      controller.enqueue(chunk)
    },
  })
}
