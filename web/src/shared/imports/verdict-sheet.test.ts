import { expect, it } from 'vitest'
import { fileOfSheet } from '#shared/downloads/save-sheet.ts'
import { verdictSheet } from './verdict-sheet.ts'

it('writes each line with its verdict and its remarks', async () => {
  const lines = [
    { line: 2, iccid: '8944', verdict: 'created' as const, errors: [], warnings: ['Odd, but fine.'] },
    { line: 3, iccid: '=1+1', verdict: 'invalid' as const, errors: ['No.', 'Never.'], warnings: [] },
  ]

  const sheet = verdictSheet(lines, { id: 'iccid', heading: 'ICCID', of: ({ iccid }) => iccid })
  const text = await (await fileOfSheet(sheet, 'csv')).text()

  expect(text).toBe(
    'Line,ICCID,Verdict,Errors,Warnings\r\n2,8944,New,,"Odd, but fine."\r\n3,\'=1+1,Not valid,No. Never.,\r\n',
  )
})
