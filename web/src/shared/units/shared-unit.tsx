import { type DataDocument, sharedUnitText } from '@fieldwatch/contract/units'
import { Button, type ButtonProps, type ElementProps, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { useId } from 'react'

type Shared = Pick<DataDocument, 'sharedWith'>

/** Whether others decide too what concerns the unit as a whole. */
export function isShared({ sharedWith = [] }: Shared): boolean {
  return sharedWith.length > 0
}

/** Says beside controls of a shared unit why they are not for this person. */
export function SharedNote({ unit }: { unit: Shared }) {
  return isShared(unit) ? <Text>{reasonOf(unit)}</Text> : undefined
}

/** The same for who hears a control and does not see what is beside it: it goes into the description of the control. */
export function SharedReason({ unit }: { unit: Shared }) {
  return isShared(unit) ? <VisuallyHidden>{reasonOf(unit)}</VisuallyHidden> : undefined
}

interface SharedButtonProps extends ButtonProps, ElementProps<'button', keyof ButtonProps> {
  unit: Shared
}

/** A button for what concerns a unit as a whole. That of a shared unit does nothing, and says why to whoever points at it or reaches it. */
export function SharedButton({ unit, ...props }: SharedButtonProps) {
  const reasonId = useId()
  if (!isShared(unit)) return <Button {...props} />
  const { onClick: _onClick, disabled: _disabled, ...rest } = props
  return (
    <>
      <Tooltip label={reasonOf(unit)} multiline maw="20rem" events={{ hover: true, focus: true, touch: true }}>
        {/* A button that is disabled by itself cannot be reached, and hears no pointer. */}
        <Button {...rest} aria-disabled data-disabled aria-describedby={reasonId} />
      </Tooltip>
      <VisuallyHidden id={reasonId}>{reasonOf(unit)}</VisuallyHidden>
    </>
  )
}

function reasonOf({ sharedWith = [] }: Shared): string {
  return sharedUnitText(sharedWith)
}
