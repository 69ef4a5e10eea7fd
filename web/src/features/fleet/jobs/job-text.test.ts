import { describe, expect, it } from 'vitest'
import { fileOfSheet, type ShortSheet } from '#shared/downloads/save-sheet.ts'
import { jobTitle, resultsSheet, resultsText, tokensSheet } from './job-text.ts'

const csvOf = async (sheet: ShortSheet) => (await fileOfSheet(sheet, 'csv')).text()

describe('a job on many units', () => {
  it('is called by what it does', () => {
    expect(jobTitle({ kind: 'import', change: null, units: 1000 })).toBe('Import of 1,000 units')
    expect(jobTitle({ kind: 'change', change: { kind: 'active', active: false }, units: 1 })).toBe('Deactivate: 1 unit')
  })

  it('names only what there is', () => {
    const none = { open: 0, created: 0, updated: 0, unchanged: 0, refused: 0, stopped: 0, removed: 0 }
    expect(resultsText({ ...none, updated: 1200, refused: 3 })).toBe('1,200 changed · 3 refused')
    expect(resultsText(none)).toBe('Nothing to do')
  })

  it('has its results as a file', async () => {
    const results = [
      { place: 2, dataID: 'a-1', friendlyName: 'Pump, north', result: 'updated' as const, message: '' },
      { place: 3, dataID: 'a-2', friendlyName: null, result: 'refused' as const, message: 'Device not found' },
    ]
    expect(await csvOf(resultsSheet(results, { kind: 'change' }))).toBe(
      'Number,dataID,Unit,Result,Reason\r\n2,a-1,"Pump, north",Changed,\r\n3,a-2,,Refused,Device not found\r\n',
    )
  })

  it('has the tokens with what a unit needs to connect', async () => {
    const sheet = tokensSheet([{ dataID: 'a-1', token: 'fw_x' }], {
      mqttUrl: 'mqtts://portal.example:8883',
      httpUrl: 'https://portal.example',
    })
    expect(await csvOf(sheet)).toBe(
      'dataID,token,mqttUrl,mqttUser,topic,httpUrl\r\n' +
        'a-1,fw_x,mqtts://portal.example:8883,a-1,units/a-1/data/{source},https://portal.example/api/v1/ingest/a-1\r\n',
    )
  })
})
