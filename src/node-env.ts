// Must be imported first. React selects its development or production build by NODE_ENV when it is loaded, and pages cannot be rendered
// when a process has loaded both.
process.env.NODE_ENV ??= 'production'
