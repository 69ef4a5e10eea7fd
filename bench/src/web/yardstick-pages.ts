import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { installYardsticks, YARDSTICKS } from './install-yardsticks.ts'

interface YardstickPage {
  readonly name: string
  /** Its script, minified, as a file of its package. */
  readonly script: readonly [packageName: string, file: string]
  /**
   * Draws `x` and `columns`, arrays of numbers, into `#chart`, as its manual advises for many points; sets `zoom(from, to)`,
   * which ends when it has drawn.
   */
  readonly draw: string
}

export const YARDSTICK_PAGES: readonly YardstickPage[] = [
  {
    name: 'Chart.js',
    script: ['chart.js', 'dist/chart.umd.min.js'],
    draw: `
      const canvas = document.createElement('canvas')
      document.querySelector('#chart').append(canvas)
      const datasets = columns.map((column, index) => ({
        label: 'series ' + index, data: Array.from(x, (at, row) => ({ x: at, y: column[row] })),
        pointRadius: 0, borderWidth: 1, borderColor: COLOURS[index], parsing: false, normalized: true,
      }))
      const chart = new Chart(canvas, { type: 'line', data: { datasets }, options: {
        animation: false, parsing: false, normalized: true, maintainAspectRatio: false, spanGaps: true,
        scales: { x: { type: 'linear', min: x[0], max: x[x.length - 1] } },
        plugins: { decimation: { enabled: true, algorithm: 'min-max' } },
      } })
      window.zoom = (from, to) => { chart.options.scales.x.min = from; chart.options.scales.x.max = to; chart.update('none') }`,
  },
  {
    name: 'ECharts',
    script: ['echarts', 'dist/echarts.min.js'],
    draw: `
      const chart = echarts.init(document.querySelector('#chart'))
      chart.setOption({
        animation: false, xAxis: { type: 'time' }, yAxis: { type: 'value', scale: true }, dataZoom: [{ type: 'inside' }],
        series: columns.map((column, index) => ({
          type: 'line', showSymbol: false, sampling: 'lttb', lineStyle: { width: 1 }, color: COLOURS[index],
          data: Array.from(x, (at, row) => [at, column[row]]),
        })),
      })
      window.zoom = (from, to) => new Promise((drawn) => {
        const finished = () => { chart.off('finished', finished); drawn() }
        chart.on('finished', finished)
        chart.dispatchAction({ type: 'dataZoom', startValue: from, endValue: to })
      })`,
  },
  {
    name: 'Plotly',
    script: ['plotly.js-dist-min', 'plotly.min.js'],
    draw: `
      const host = document.querySelector('#chart')
      await Plotly.newPlot(host, columns.map((column, index) => ({
        type: 'scatter', mode: 'lines', x, y: column, line: { width: 1, color: COLOURS[index] },
      })), { xaxis: { type: 'date' }, margin: { t: 10 } })
      window.zoom = (from, to) => Plotly.relayout(host, { 'xaxis.range': [from, to] })`,
  },
]

export interface YardstickServer {
  readonly url: (name: string) => string
  readonly close: () => Promise<void>
}

/** Serves the pages, their scripts and the data: first the number of rows, then times and columns, all as doubles. */
export async function serveYardsticks(data: Buffer): Promise<YardstickServer> {
  const scripts = new Map<string, Buffer>()
  await installYardsticks()
  for (const { name, script } of YARDSTICK_PAGES) scripts.set(name, await readScript(script))
  const server = createServer((request, response) => {
    const [kind = '', name = ''] = decodeURIComponent(request.url ?? '')
      .slice(1)
      .split('/')
    const page = YARDSTICK_PAGES.find((one) => one.name === name)
    if (kind === 'data') response.setHeader('content-type', 'application/octet-stream').end(data)
    else if (page === undefined) response.writeHead(404).end()
    else if (kind === 'script') response.setHeader('content-type', 'text/javascript').end(scripts.get(name))
    else response.setHeader('content-type', 'text/html').end(pageOf(page))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: (name) => `http://127.0.0.1:${port}/page/${encodeURIComponent(name)}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const readScript = ([packageName, file]: YardstickPage['script']): Promise<Buffer> =>
  readFile(join(YARDSTICKS, 'node_modules', packageName, file))

function pageOf({ name, draw }: YardstickPage): string {
  return `<!doctype html><meta charset="utf-8"><title>${name}</title><div id="chart" style="width:1000px;height:260px"></div>
<script src="/script/${encodeURIComponent(name)}"></script>
<script type="module">
  const COLOURS = ['#0072b2', '#d55e00', '#008f69', '#b3498b']
  const bytes = await (await fetch('/data/')).arrayBuffer()
  const [rows] = new Float64Array(bytes, 0, 1)
  const column = (index) => new Float64Array(bytes, 8 + index * rows * 8, rows)
  const x = column(0)
  const columns = [1, 2, 3, 4].map(column)
  ${draw}
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))
  window.measureZoom = async () => {
    const from = performance.now()
    await zoom(x[Math.floor(rows * 0.4)], x[Math.floor(rows * 0.6)])
    const took = (await painted()) - from
    await zoom(x[0], x[rows - 1])
    await painted()
    return took
  }
  window.opened = await painted()
</script>`
}
