import { useCall } from '#platform/api/use-action.ts'
import {
  checkUnitImport,
  importUnits,
  UNIT_CSV_MAX,
  type UnitImportCheck,
  type UnitRowField,
} from '@fieldwatch/contract/units/unit-imports'
import type { UnitJob } from '@fieldwatch/contract/units/unit-jobs'
import { useState } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import type { ColumnChoice } from '#shared/imports/column-choice.ts'
import { decodeText } from '#shared/imports/decode-text.ts'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import { useBeginJob } from '../jobs/job-queries.ts'

type Choice = Pick<UnitFile, 'entity' | 'existing' | 'columns'>

/** An import of units: a file is chosen and checked, checked again with each choice, and then imported. */
export function useUnitImport(onBegun: (job: UnitJob) => void) {
  const me = useMe()
  const [choice, setChoice] = useState<Choice>({ entity: me.entityViewing[0] ?? me.entity, existing: 'keep' })
  const [file, setFile] = useState<File | null>(null)
  const [csv, setCsv] = useState<string>()
  // The last check stays while the next one runs.
  const [checked, setChecked] = useState<UnitImportCheck>()
  const check = useCall(checkUnitImport)
  const run = useBeginJob((api, body: UnitFile) => api.call(importUnits, { body }), onBegun)

  function checkAgain(sent: UnitFile): void {
    check.mutate(sent, { onSuccess: setChecked, onError: () => setChecked(undefined) })
  }

  async function chooseFile(chosen: File | null): Promise<void> {
    const { columns: _columns, ...kept } = choice
    setFile(chosen)
    setChoice(kept)
    setChecked(undefined)
    setCsv(undefined)
    check.reset()
    run.reset()
    if (chosen === null || chosen.size > UNIT_CSV_MAX) return
    const text = decodeText(new Uint8Array(await chosen.arrayBuffer()))
    setCsv(text)
    checkAgain({ ...kept, csv: text })
  }

  function choose(more: Partial<Choice>): void {
    const next = { ...choice, ...more }
    setChoice(next)
    if (csv !== undefined) checkAgain({ ...next, csv })
  }

  return {
    choice,
    file,
    check,
    checked,
    run,
    chooseFile,
    choose,
    chooseColumns: (columns: ColumnChoice<UnitRowField>) => choose({ columns: { ...choice.columns, ...columns } }),
    begin: (): void => {
      if (csv !== undefined) run.mutate({ ...choice, csv })
    },
  }
}

type UnitFile = CallOf<typeof importUnits>['body']
