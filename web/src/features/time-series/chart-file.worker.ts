import { type ChartFileWork, makeChartFile } from './chart-file.ts'

/** The file of a chart, or why it could not be made. */
export type ChartFileAnswer = { file: Blob } | { error: string }

addEventListener('message', ({ data }: MessageEvent<ChartFileWork>) => {
  const answer = (message: ChartFileAnswer) => postMessage(message)
  makeChartFile(data).then(
    (file) => answer({ file }),
    (error: unknown) => answer({ error: String(error) }),
  )
})
