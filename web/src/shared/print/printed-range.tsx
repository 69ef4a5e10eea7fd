import { Text } from '@mantine/core'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { usePrinting } from '#platform/print/print-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { t } from './texts.ts'

interface PrintedRangeProps {
  /** The range at a given time, in epoch milliseconds; an end that is left out is open. */
  span: (now: number) => { readonly from?: number | undefined; readonly to?: number | undefined }
}

/** On paper, the times between which a page shows data: "last 24 hours" says nothing there. */
export function PrintedRange({ span }: PrintedRangeProps) {
  const { since } = usePrinting()
  const { timeFormat } = useMe()
  if (since === undefined) return undefined
  const { from, to = since } = span(since)
  const end = formatMoment(to, timeFormat)
  return (
    <Text size="sm">
      {from === undefined ? t('print.until', { end }) : `${formatMoment(from, timeFormat)} – ${end}`}
    </Text>
  )
}
