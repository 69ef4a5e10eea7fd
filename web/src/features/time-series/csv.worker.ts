import { makeChartCsv, type CsvWork } from './chart-csv.ts'

/** The file of a chart, or why it could not be made. */
export type CsvAnswer = { file: Blob } | { error: string }

addEventListener('message', ({ data }: MessageEvent<CsvWork>) => {
  const answer = (message: CsvAnswer) => postMessage(message)
  makeChartCsv(data).then(
    (file) => answer({ file }),
    (error: unknown) => answer({ error: String(error) }),
  )
})
