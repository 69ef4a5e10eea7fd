import { CSV_MARK } from '@fieldwatch/contract/text/csv'
import { saveFile } from './save-file.ts'

/** Saves CSV where the browser puts its downloads, as spreadsheets read it. */
export function saveCsv(csv: Blob, name: string): void {
  saveFile(new Blob([CSV_MARK, csv], { type: 'text/csv;charset=utf-8' }), name)
}

/** The body of an answer as a file, with a call for the bytes of each piece. Browsers keep a long one on disk. */
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
