import type { DataDocument } from '@fieldwatch/contract/units/units'
import { Button, type ButtonProps, type ElementProps, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import { PAGE_LANGUAGE } from '#platform/texts/page-language.ts'
import { t } from './texts.ts'

type Shared = Pick<DataDocument, 'sharedWith'>

/** Whether other entities own the unit too. */
export function isShared({ sharedWith = [] }: Shared): boolean {
  return sharedWith.length > 0
}

/** Explains beside controls of a shared unit why they are disabled. */
export function SharedNote({ unit }: { unit: Shared }) {
  return isShared(unit) ? <Text>{sharedUnitReason(unit)}</Text> : undefined
}

/** The same as a description of the control, for screen readers. */
export function SharedReason({ unit }: { unit: Shared }) {
  return isShared(unit) ? <VisuallyHidden>{sharedUnitReason(unit)}</VisuallyHidden> : undefined
}

interface SharedButtonProps extends ButtonProps, ElementProps<'button', keyof ButtonProps> {
  unit: Shared
}

/** A button for a decision about the whole unit. For a shared unit it does nothing and explains why on hover and focus. */
export function SharedButton({ unit, ...props }: SharedButtonProps) {
  const reasonId = useId()
  if (!isShared(unit)) return <Button {...props} />
  const { onClick: _onClick, disabled: _disabled, ...rest } = props
  return (
    <>
      <Tooltip label={sharedUnitReason(unit)} multiline maw="20rem" events={{ hover: true, focus: true, touch: true }}>
        {/* A button that is disabled by itself cannot be reached, and hears no pointer. */}
        <Button {...rest} type="button" aria-disabled data-disabled aria-describedby={reasonId} />
      </Tooltip>
      <VisuallyHidden id={reasonId}>{sharedUnitReason(unit)}</VisuallyHidden>
    </>
  )
}

/** Why decisions about a shared unit are not offered. */
export function sharedUnitReason({ sharedWith = [] }: Shared): string {
  return t('units.shared', { entities: new Intl.ListFormat(PAGE_LANGUAGE.locale).format(sharedWith) })
}
