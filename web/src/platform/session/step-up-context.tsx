import { createRequiredContext } from '#platform/context/required-context.ts'
import type { StepUp } from './step-up-request.ts'

export const [StepUpProvider, useStepUp] = createRequiredContext<StepUp>('useStepUp needs a StepUpProvider')
