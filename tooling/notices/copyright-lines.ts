/**
 * Who holds the copyright of bundled packages that publish no licence file, as their repositories state it. A bundled
 * package that has neither a file nor a line here fails the build.
 */
export const copyrightLines: Readonly<Record<string, string>> = {
  "@ai-sdk/provider-utils": "Copyright 2023 Vercel, Inc.",
  "@cfworker/json-schema": "Copyright (c) Jeremy Danyow",
  "@oxc-project/runtime": "Copyright (c) 2024-present VoidZero Inc. & Contributors\nCopyright (c) 2023 Boshen",
  "@stricli/core": "Copyright 2024 Bloomberg Finance L.P.",
  "pg-types": "Copyright (c) 2014 Brian M. Carlson",
  pgpass: "Copyright (c) 2013-2016 Hannes Hörl",
  "react-remove-scroll-bar": "Copyright (c) Anton Korzunov",
};
