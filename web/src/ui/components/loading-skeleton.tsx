import { Box, Skeleton, type SkeletonProps } from '@mantine/core'
import { t } from '#platform/texts.ts'

/** Takes the place of a part that is being read, and says so to a screen reader. */
export function LoadingSkeleton({ 'aria-label': label, ...props }: SkeletonProps) {
  return (
    <Box component="output" display="block" aria-label={label ?? t('ui.loading')}>
      <Skeleton {...props} />
    </Box>
  )
}
