import { makeChartCsv, type CsvWork } from './chart-csv.ts'

addEventListener('message', ({ data }: MessageEvent<CsvWork>) => postMessage(makeChartCsv(data)))
