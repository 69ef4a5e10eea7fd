import type { ListedUnit } from '../listed-unit.ts'
import { Suspense, useState } from 'react'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import type { Chosen } from './chosen-units.ts'

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
}

/** Below the list while units are being chosen, and the dialog in which the request is entered. */
export function BatchSending({ chosen, shown, units, onChange, onLeave, onShow }: BatchSendingProps) {
  const [sending, setSending] = useState(false)
  return (
    <>
      <Suspense fallback={undefined}>
        <ChoiceBar
          chosen={chosen}
          shown={shown}
          onChange={onChange}
          onSend={() => setSending(true)}
          onCancel={onLeave}
          onShow={onShow}
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
      </Suspense>
    </>
  )
}
