import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { exportData, exportParquet, exportWorkbook } from '@fieldwatch/contract/telemetry/data'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, answerTo, failure, raw } from '#testing/answers.ts'
import { pressTwice } from '#testing/press-twice.ts'
import { renderPart } from '#testing/render-part.tsx'
import { DownloadDialog } from './download-dialog.tsx'

const saved: { name: string; file: Blob }[] = []

beforeEach(() => {
  saved.length = 0
  let file: Blob | undefined
  URL.createObjectURL = (blob) => {
    file = blob as Blob
    return 'blob:file'
  }
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    if (file !== undefined) saved.push({ name: this.download, file })
  })
})

afterEach(() => {
  vi.restoreAllMocks()
})

function open(routes: readonly Answer[]) {
  const onClose = vi.fn<() => void>()
  const part = <DownloadDialog dataId={'tank-01' as DataId} source={'level' as SourceName} onClose={onClose} />
  return { user: userEvent.setup(), onClose, ...renderPart(part, { routes }) }
}

const start = () => screen.findByRole('button', { name: 'Download' })

describe('the download of records', () => {
  it('saves all of them as CSV, once, and closes', async () => {
    const { onClose, seen } = open([answerTo(exportData, () => raw('messageUTC\r\n'))])

    pressTwice(await start())

    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(saved.map(({ name }) => name)).toEqual(['tank-01-level.csv'])
    expect(await saved[0]?.file.text()).toContain('messageUTC\r\n')
    expect(seen.map(({ path }) => path)).toEqual(['/api/v1/export/tank-01/level.csv?units=preferred'])
  })

  it('saves a workbook with the times of the browser', async () => {
    const { user, seen, onClose } = open([answerTo(exportWorkbook, () => raw('PK'))])
    await user.selectOptions(await screen.findByLabelText('Format'), 'Excel (XLSX)')
    await user.selectOptions(screen.getByLabelText('Period'), 'Last 7 days')
    await user.click(await start())

    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(saved.map(({ name }) => name)).toEqual(['tank-01-level.xlsx'])
    const { searchParams } = new URL(seen[0]?.path ?? '', 'http://portal')
    expect(searchParams.get('timeZone')).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone)
    const days = (Date.now() - Number(searchParams.get('from'))) / 86_400_000
    expect(days).toBeGreaterThanOrEqual(7)
    expect(days).toBeLessThan(7.1)
  })

  it('has the notes of the period where they are wanted, in formats that have a place for them', async () => {
    const { user, seen, onClose } = open([
      answerTo(exportData, () => raw('messageUTC\r\n')),
      answerTo(exportParquet, () => raw('PAR1')),
    ])
    await user.click(await screen.findByLabelText('Include notes'))
    await user.click(await start())
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    await user.selectOptions(screen.getByLabelText('Format'), 'Parquet, for programs')
    const hasChoice = screen.queryByLabelText('Include notes') !== null
    await user.click(await start())
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2))

    expect(hasChoice).toBe(false)
    expect(seen.map(({ path }) => path)).toEqual([
      '/api/v1/export/tank-01/level.csv?units=preferred&notes=true',
      '/api/v1/export/tank-01/level/parquet',
    ])
  })

  it('saves nothing that was cancelled, and can begin again', async () => {
    const { user, onClose } = open([
      answerTo(exportParquet, ({ signal }) => {
        const body = new ReadableStream<Uint8Array>({
          start: (stream) => signal?.addEventListener('abort', () => stream.error(signal.reason)),
        })
        return raw(body)
      }),
    ])
    await user.selectOptions(await screen.findByLabelText('Format'), 'Parquet, for programs')
    await user.click(await start())
    expect(await screen.findByText('0 MB so far')).toBeDefined()

    await user.click(screen.getByRole('button', { name: 'Cancel' }))

    await waitFor(() => expect(screen.queryByText('0 MB so far')).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
    expect([saved, onClose.mock.calls]).toEqual([[], []])
  })

  it('says why there is no file', async () => {
    const { user, onClose } = open([answerTo(exportData, () => failure('data/too-many-reads'))])

    await user.click(await start())

    expect((await screen.findByRole('alert')).textContent).not.toBe('')
    expect([saved, onClose.mock.calls]).toEqual([[], []])
  })
})
