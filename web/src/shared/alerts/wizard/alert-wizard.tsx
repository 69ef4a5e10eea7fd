import { Suspense } from 'react'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import type { WizardDialogProps } from './wizard-dialog.tsx'

interface AlertWizardProps extends WizardDialogProps {
  opened: boolean
}

/** Makes or changes an alert in five steps (specification, document 2, section 2.6). It loads when it is first opened. */
export function AlertWizard({ opened, ...props }: AlertWizardProps) {
  return <Suspense>{opened ? <WizardDialog {...props} /> : undefined}</Suspense>
}

const WizardDialog = lazyPart('alert-wizard', async () => (await import('./wizard-dialog.tsx')).WizardDialog)
