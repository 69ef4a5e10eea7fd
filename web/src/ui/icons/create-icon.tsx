import type { ReactElement, SVGProps } from 'react'

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke' | 'children'> {
  /** The length of a side, in pixels or any unit of CSS; 24 by default. */
  readonly size?: number | string | undefined
  /** Width of the lines; 2 by default. */
  readonly stroke?: number | undefined
}

export type Icon = (props: IconProps) => ReactElement

/** An icon of lines, in the colour of the text around it. */
export function createIcon(path: string): Icon {
  return function LineIcon({ size = 24, stroke = 2, ...rest }) {
    return (
      <svg
        {...box(size)}
        fill="none"
        stroke="currentColor"
        strokeWidth={stroke}
        strokeLinecap="round"
        strokeLinejoin="round"
        {...rest}
      >
        <path d={path} />
      </svg>
    )
  }
}

/** An icon of surfaces, in the colour of the text around it. */
export function createFilledIcon(path: string): Icon {
  return function FilledIcon({ size = 24, stroke: _lines, ...rest }) {
    return (
      <svg {...box(size)} fill="currentColor" stroke="none" {...rest}>
        <path d={path} />
      </svg>
    )
  }
}

function box(size: number | string): SVGProps<SVGSVGElement> {
  return { xmlns: 'http://www.w3.org/2000/svg', width: size, height: size, viewBox: '0 0 24 24' }
}
