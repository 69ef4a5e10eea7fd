import type { DataId } from '@fieldwatch/contract/api/ids'
import { Button } from '@mantine/core'
import { IconMathFunction } from '#ui/icons/icons.ts'
import { Suspense, useState } from 'react'
import classes from './calculations.module.css'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { t } from './texts.ts'

/** The forms come when someone opens them. */
const CalculationsDialog = lazyPart(
  'calculations',
  async () => (await import('./calculations-dialog.tsx')).CalculationsDialog,
)

/** Opens the calculated sources of a unit. */
export function CalculationsButton({ dataId }: { dataId: DataId }) {
  const [state, setState] = useState<'never' | 'opened' | 'closed'>('never')
  return (
    <>
      <Button
        variant="default"
        size="xs"
        className={classes['button'] ?? ''}
        leftSection={<IconMathFunction stroke={1.5} className={classes['icon'] ?? ''} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setState('opened')}
      >
        {t('calculations.title')}
      </Button>
      {state !== 'never' && (
        <Suspense>
          <CalculationsDialog dataId={dataId} opened={state === 'opened'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  )
}
