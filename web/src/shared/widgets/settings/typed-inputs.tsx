import { ColorInput, type ColorInputProps } from '@mantine/core'
import { SERIES_PALETTE } from '#shared/charts/series-palette.ts'

/** A colour: typed, or one of those that stay apart for colour-blind eyes. */
export function ColourInput(props: ColorInputProps) {
  return (
    <ColorInput
      format="hex"
      withEyeDropper={false}
      swatches={[...SERIES_PALETTE.light]}
      withPicker={false}
      // Within the dialog, where the focus is.
      popoverProps={{ withinPortal: false }}
      {...props}
    />
  )
}
