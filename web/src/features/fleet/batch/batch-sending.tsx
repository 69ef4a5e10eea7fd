import type { ListedUnit } from '../listed-unit.ts'
import { Suspense, useState } from 'react'
import type { ChangeKind } from '../changes/change-kinds.ts'
import type { UnitsTask } from '#platform/extensions/web-extension.ts'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import type { Chosen } from './chosen-units.ts'

const ChangeDialog = lazyPart('change-units', async () => (await import('../changes/change-dialog.tsx')).ChangeDialog)
const AlertWizard = lazyPart(
  'alert-wizard',
  async () => (await import('#shared/alerts/wizard/wizard-dialog.tsx')).WizardDialog,
)
const ChoiceBar = lazyPart('choice', async () => (await import('./choice-bar.tsx')).ChoiceBar)
const SendBatchDialog = lazyPart('send-batch', async () => (await import('./send-batch-dialog.tsx')).SendBatchDialog)

interface BatchSendingProps {
  chosen: Chosen
  /** What search and filter show. */
  shown: readonly ListedUnit[]
  /** All units as they are now. */
  units: readonly ListedUnit[]
  onChange: (chosen: Chosen) => void
  onLeave: () => void
  /** Shows what becomes of a batch. */
  onShow: (batchId: number) => void
  /** Shows what becomes of a change. */
  onShowJob: (jobId: number) => void
}

/** Below the list while units are being chosen, and the dialog in which the request is entered. */
export function BatchSending({ chosen, shown, units, onChange, onLeave, onShow, onShowJob }: BatchSendingProps) {
  const [sending, setSending] = useState(false)
  const [watching, setWatching] = useState(false)
  const [task, setTask] = useState<UnitsTask>()
  const [changing, setChanging] = useState<ChangeKind>()
  return (
    <>
      <Suspense fallback={undefined}>
        <ChoiceBar
          chosen={chosen}
          shown={shown}
          onChange={onChange}
          onSend={() => setSending(true)}
          onChangeUnits={setChanging}
          onCreateAlert={() => setWatching(true)}
          onTask={setTask}
          onCancel={onLeave}
          onShow={onShow}
          onShowJob={onShowJob}
        />
      </Suspense>
      <Suspense fallback={undefined}>
        {sending ? (
          <SendBatchDialog
            chosen={chosen}
            units={units}
            onSent={(batchId) => {
              onLeave()
              onShow(batchId)
            }}
            onClose={() => setSending(false)}
          />
        ) : undefined}
        {watching ? <AlertWizard devices={[...chosen.keys()]} onClose={() => setWatching(false)} /> : undefined}
        {task === undefined ? undefined : (
          <task.Dialog dataIds={[...chosen.keys()]} onClose={() => setTask(undefined)} />
        )}
        {changing === undefined ? undefined : (
          <ChangeDialog
            kind={changing}
            chosen={chosen}
            units={units}
            onBegun={({ jobID }) => {
              onLeave()
              onShowJob(jobID)
            }}
            onClose={() => setChanging(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}
