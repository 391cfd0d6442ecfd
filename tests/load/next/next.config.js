export default {
  poweredByHeader: false,
  // The sources of the portal lie outside this folder, and name files as Vite wants it.
  experimental: { externalDir: true },
  images: { disableStaticImages: true },
  webpack(config) {
    config.module.rules.push(
      { resourceQuery: /url/, type: 'asset/resource' },
      { resourceQuery: /raw/, type: 'asset/source' },
    );
    return config;
  },
};
