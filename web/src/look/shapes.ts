/** The signs of the seats, on a ground of 32 by 32: circle, diamond, triangle, square, star, cross. */
export const SEAT_SHAPES = [
  "M16 2a14 14 0 1 1 0 28a14 14 0 1 1 0-28Z",
  "M16 .5 31.5 16 16 31.5 .5 16Z",
  "M16 1.5 31.5 29.5H.5Z",
  "M5.5 2.5h21a3 3 0 0 1 3 3v21a3 3 0 0 1-3 3h-21a3 3 0 0 1-3-3v-21a3 3 0 0 1 3-3Z",
  "M16 .5l4.6 10.2 11 1.2-8.200 7.500 2.300 11L16 24.900 6.300 30.400l2.300-11L.4 11.900l11-1.200Z",
  "M11 1.500h10V11h9.500v10H21v9.500H11V21H1.500V11H11Z",
];
