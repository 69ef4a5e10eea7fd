export default {
  plugins: {
    'postcss-preset-mantine': {},
    // Media queries take no CSS variables; these are the breakpoints of `theme.ts`.
    'postcss-simple-vars': {
      variables: {
        'mantine-breakpoint-xs': '30em',
        'mantine-breakpoint-sm': '40em',
        'mantine-breakpoint-md': '48em',
        'mantine-breakpoint-lg': '64em',
        'mantine-breakpoint-xl': '80em',
      },
    },
  },
}
