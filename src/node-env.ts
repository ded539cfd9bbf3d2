// Imported first: React chooses its build by this when it is loaded, and one of each kind in a process renders no page.
process.env.NODE_ENV ??= 'production'
