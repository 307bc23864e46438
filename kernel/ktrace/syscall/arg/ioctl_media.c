// SPDX-License-Identifier: GPL-2.0
/* Commands of ioctl() on screens and cameras: the core of DRM, and V4L2. */
#include <linux/kernel.h>
#include <linux/time_types.h>
#include <uapi/drm/drm.h>
#include <uapi/linux/videodev2.h>

#include "syscall/arg/describe.h"
#include "syscall/arg/ioctl.h"

/* A format of pixels, as four characters in the order of memory. */
static void put_fourcc(struct seq_buf *out, const void *at, u32 size)
{
	ktrace_show_quoted(out, at, size, false);
}

#define F_FOURCC(T, field, ...)	FIELD_BY(T, field, #field, put_fourcc, ##__VA_ARGS__)

#define T struct drm_get_cap
static OUTLINE_OF(drm_cap, T, F_ENUM(T, capability, drm_capability), F(T, value, UINT));
#undef T
#define T struct drm_set_client_cap
static OUTLINE_OF(drm_client_cap, T, F_ENUM(T, capability, drm_client_capability),
	F(T, value, UINT));
#undef T
#define T struct drm_gem_close
static OUTLINE_OF(drm_gem_close, T, F(T, handle, UINT));
#undef T
#define T struct drm_prime_handle
static OUTLINE_OF(drm_prime, T, F(T, handle, UINT), F(T, flags, HEX), F(T, fd, INT));
#undef T
#define T struct drm_version
static OUTLINE_OF(drm_version, T, F(T, version_major, INT), F(T, version_minor, INT),
	F(T, version_patchlevel, INT), F(T, name_len, UINT), F(T, name, PTR));
#undef T
#define T struct drm_unique
static OUTLINE_OF(drm_unique, T, F(T, unique_len, UINT), F(T, unique, PTR));
#undef T
#define T struct drm_auth
static OUTLINE_OF(drm_auth, T, F(T, magic, HEX));
#undef T
#define T struct drm_gem_flink
static OUTLINE_OF(drm_flink_in, T, F(T, handle, UINT));
static OUTLINE_OF(drm_flink, T, F(T, handle, UINT), F(T, name, UINT));
#undef T
#define T struct drm_gem_open
static OUTLINE_OF(drm_open_in, T, F(T, name, UINT));
static OUTLINE_OF(drm_open, T, F(T, name, UINT), F(T, handle, UINT), F(T, size, UINT));
#undef T
#define T struct drm_crtc_get_sequence
static OUTLINE_OF(drm_sequence_in, T, F(T, crtc_id, UINT));
static OUTLINE_OF(drm_sequence, T, F(T, crtc_id, UINT), F(T, active, UINT), F(T, sequence, UINT),
	F(T, sequence_ns, INT));
#undef T
#define T struct drm_crtc_queue_sequence
static OUTLINE_OF(drm_queue, T, F(T, crtc_id, UINT), F_FLAGS(T, flags, drm_sequence_flags),
	F(T, sequence, UINT), F(T, user_data, HEX));
#undef T
#define T struct drm_mode_card_res
static OUTLINE_OF(drm_resources, T, F(T, fb_id_ptr, PTR), F(T, crtc_id_ptr, PTR),
	F(T, connector_id_ptr, PTR), F(T, encoder_id_ptr, PTR), F(T, count_fbs, UINT),
	F(T, count_crtcs, UINT), F(T, count_connectors, UINT), F(T, count_encoders, UINT),
	F(T, min_width, UINT), F(T, max_width, UINT), F(T, min_height, UINT),
	F(T, max_height, UINT));
#undef T
#define T struct drm_mode_modeinfo
static OUTLINE_OF(drm_mode, T, F(T, clock, UINT), F(T, hdisplay, UINT), F(T, hsync_start, UINT),
	F(T, hsync_end, UINT), F(T, htotal, UINT), F(T, hskew, UINT), F(T, vdisplay, UINT),
	F(T, vsync_start, UINT), F(T, vsync_end, UINT), F(T, vtotal, UINT), F(T, vscan, UINT),
	F(T, vrefresh, UINT), F(T, flags, HEX), F(T, type, HEX), F(T, name, TEXT));
#undef T
#define T struct drm_mode_crtc
static OUTLINE_OF(drm_crtc_in, T, F(T, crtc_id, UINT));
static OUTLINE_OF(drm_crtc, T, F(T, set_connectors_ptr, PTR), F(T, count_connectors, UINT),
	F(T, crtc_id, UINT), F(T, fb_id, UINT), F(T, x, UINT), F(T, y, UINT),
	F(T, gamma_size, UINT), F(T, mode_valid, UINT),
	F_NESTED(T, mode, drm_mode, IF_SET(T, mode_valid)));
#undef T
#define T struct drm_mode_get_encoder
static OUTLINE_OF(drm_encoder_in, T, F(T, encoder_id, UINT));
static OUTLINE_OF(drm_encoder, T, F(T, encoder_id, UINT), F(T, encoder_type, UINT),
	F(T, crtc_id, UINT), F(T, possible_crtcs, HEX), F(T, possible_clones, HEX));
#undef T
#define T struct drm_mode_get_connector
#define DRM_CONNECTOR_IN						\
	F(T, encoders_ptr, PTR), F(T, modes_ptr, PTR), F(T, props_ptr, PTR), \
	F(T, prop_values_ptr, PTR), F(T, count_modes, UINT), F(T, count_props, UINT), \
	F(T, count_encoders, UINT)
static OUTLINE_OF(drm_connector_in, T, DRM_CONNECTOR_IN, F(T, connector_id, UINT));
static OUTLINE_OF(drm_connector, T, DRM_CONNECTOR_IN, F(T, encoder_id, UINT),
	F(T, connector_id, UINT), F(T, connector_type, UINT), F(T, connector_type_id, UINT),
	F(T, connection, UINT), F(T, mm_width, UINT), F(T, mm_height, UINT), F(T, subpixel, UINT));
#undef T
#define T struct drm_mode_fb_cmd
#define DRM_FB								\
	F(T, width, UINT), F(T, height, UINT), F(T, pitch, UINT), F(T, bpp, UINT), \
	F(T, depth, UINT), F(T, handle, UINT)
static OUTLINE_OF(drm_fb_new, T, DRM_FB);
static OUTLINE_OF(drm_fb_in, T, F(T, fb_id, UINT));
static OUTLINE_OF(drm_fb, T, F(T, fb_id, UINT), DRM_FB);
#undef T
#define T struct drm_mode_fb_cmd2
#define DRM_FB2								\
	F(T, width, UINT), F(T, height, UINT), F_FOURCC(T, pixel_format), \
	F_FLAGS(T, flags, drm_fb_flags), F_ARRAY(T, handles, UINT), F_ARRAY(T, pitches, UINT), \
	F_ARRAY(T, offsets, UINT),					\
	F_ARRAY(T, modifier, HEX, IF_ANY(T, flags, DRM_MODE_FB_MODIFIERS))
static OUTLINE_OF(drm_fb2_new, T, DRM_FB2);
static OUTLINE_OF(drm_fb2_in, T, F(T, fb_id, UINT));
static OUTLINE_OF(drm_fb2, T, F(T, fb_id, UINT), DRM_FB2);
#undef T
#define T struct drm_mode_crtc_page_flip
static OUTLINE_OF(drm_flip, T, F(T, crtc_id, UINT), F(T, fb_id, UINT),
	F_FLAGS(T, flags, drm_atomic_flags), F(T, reserved, HEX, IF_SET(T, reserved)),
	F(T, user_data, HEX));
#undef T
#define T struct drm_mode_atomic
static OUTLINE_OF(drm_atomic, T, F_FLAGS(T, flags, drm_atomic_flags), F(T, count_objs, UINT),
	F(T, objs_ptr, PTR), F(T, count_props_ptr, PTR), F(T, props_ptr, PTR),
	F(T, prop_values_ptr, PTR), F(T, reserved, HEX, IF_SET(T, reserved)),
	F(T, user_data, HEX));
#undef T
#define T struct drm_mode_create_dumb
#define DRM_DUMB							\
	F(T, height, UINT), F(T, width, UINT), F(T, bpp, UINT), F(T, flags, HEX)
static OUTLINE_OF(drm_dumb_in, T, DRM_DUMB);
static OUTLINE_OF(drm_dumb, T, DRM_DUMB, F(T, handle, UINT), F(T, pitch, UINT), F(T, size, UINT));
#undef T
#define T struct drm_mode_map_dumb
static OUTLINE_OF(drm_map_in, T, F(T, handle, UINT));
static OUTLINE_OF(drm_map, T, F(T, handle, UINT), F(T, offset, HEX));
#undef T
#define T struct drm_mode_destroy_dumb
static OUTLINE_OF(drm_destroy_dumb, T, F(T, handle, UINT));
#undef T
#define T struct drm_mode_cursor
#define DRM_CURSOR							\
	F_FLAGS(T, flags, drm_cursor_flags), F(T, crtc_id, UINT), F(T, x, INT), F(T, y, INT), \
	F(T, width, UINT), F(T, height, UINT), F(T, handle, UINT)
static OUTLINE_OF(drm_cursor, T, DRM_CURSOR);
#undef T
#define T struct drm_mode_cursor2
static OUTLINE_OF(drm_cursor2, T, DRM_CURSOR, F(T, hot_x, INT), F(T, hot_y, INT));
#undef T
#define T struct drm_mode_obj_get_properties
static OUTLINE_OF(drm_properties, T, F(T, props_ptr, PTR), F(T, prop_values_ptr, PTR),
	F(T, count_props, UINT), F(T, obj_id, UINT), F_ENUM(T, obj_type, drm_object));
#undef T
#define T struct drm_mode_obj_set_property
static OUTLINE_OF(drm_set_property, T, F(T, value, HEX), F(T, prop_id, UINT), F(T, obj_id, UINT),
	F_ENUM(T, obj_type, drm_object));
#undef T
#define T struct drm_mode_get_property
static OUTLINE_OF(drm_property_in, T, F(T, values_ptr, PTR), F(T, enum_blob_ptr, PTR),
	F(T, prop_id, UINT), F(T, count_values, UINT), F(T, count_enum_blobs, UINT));
static OUTLINE_OF(drm_property, T, F(T, values_ptr, PTR), F(T, enum_blob_ptr, PTR),
	F(T, prop_id, UINT), F(T, flags, HEX), F(T, name, TEXT), F(T, count_values, UINT),
	F(T, count_enum_blobs, UINT));
#undef T
#define T struct drm_mode_get_blob
static OUTLINE_OF(drm_blob, T, F(T, blob_id, UINT), F(T, length, UINT), F(T, data, PTR));
#undef T
#define T struct drm_mode_create_blob
static OUTLINE_OF(drm_new_blob_in, T, F(T, data, PTR), F(T, length, UINT));
static OUTLINE_OF(drm_new_blob, T, F(T, data, PTR), F(T, length, UINT), F(T, blob_id, UINT));
#undef T
#define T struct drm_mode_destroy_blob
static OUTLINE_OF(drm_destroy_blob, T, F(T, blob_id, UINT));
#undef T
#define T struct drm_mode_get_plane_res
static OUTLINE_OF(drm_planes, T, F(T, plane_id_ptr, PTR), F(T, count_planes, UINT));
#undef T
#define T struct drm_mode_get_plane
static OUTLINE_OF(drm_plane_in, T, F(T, plane_id, UINT), F(T, count_format_types, UINT),
	F(T, format_type_ptr, PTR));
static OUTLINE_OF(drm_plane, T, F(T, plane_id, UINT), F(T, crtc_id, UINT), F(T, fb_id, UINT),
	F(T, possible_crtcs, HEX), F(T, gamma_size, UINT), F(T, count_format_types, UINT),
	F(T, format_type_ptr, PTR));
#undef T
#define T struct drm_mode_set_plane
static OUTLINE_OF(drm_set_plane, T, F(T, plane_id, UINT), F(T, crtc_id, UINT), F(T, fb_id, UINT),
	F(T, flags, HEX), F(T, crtc_x, INT), F(T, crtc_y, INT), F(T, crtc_w, UINT),
	F(T, crtc_h, UINT), F(T, src_x, HEX), F(T, src_y, HEX), F(T, src_h, HEX),
	F(T, src_w, HEX));
#undef T
#define T struct drm_syncobj_create
static OUTLINE_OF(drm_syncobj_in, T, F_FLAGS(T, flags, drm_syncobj_flags));
static OUTLINE_OF(drm_syncobj, T, F(T, handle, UINT), F_FLAGS(T, flags, drm_syncobj_flags));
#undef T
#define T struct drm_syncobj_destroy
static OUTLINE_OF(drm_syncobj_end, T, F(T, handle, UINT));
#undef T
#define T struct drm_syncobj_handle
static OUTLINE_OF(drm_syncobj_fd, T, F(T, handle, UINT), F(T, flags, HEX), F(T, fd, INT));
#undef T
#define T struct drm_syncobj_wait
#define DRM_SYNCOBJ_WAIT						\
	F(T, handles, PTR), F(T, timeout_nsec, INT), F(T, count_handles, UINT), \
	F_FLAGS(T, flags, drm_syncobj_wait)
static OUTLINE_OF(drm_wait_in, T, DRM_SYNCOBJ_WAIT);
static OUTLINE_OF(drm_wait, T, DRM_SYNCOBJ_WAIT, F(T, first_signaled, UINT));
#undef T

static OUTLINE_OF(video_type, u32, { .size = sizeof(u32), .as = SHOW_ENUM,
	.names = KTRACE_NAMES_video_type });
#define T struct v4l2_capability
static OUTLINE_OF(v4l2_capability, T, F(T, driver, TEXT), F(T, card, TEXT), F(T, bus_info, TEXT),
	F(T, version, KERNEL), F_FLAGS(T, capabilities, video_capability),
	F_FLAGS(T, device_caps, video_capability));
#undef T
#define T struct v4l2_requestbuffers
static OUTLINE_OF(v4l2_requestbuffers, T, F(T, count, UINT), F_ENUM(T, type, video_type),
	F_ENUM(T, memory, video_memory));
#undef T
#define T struct v4l2_control
static OUTLINE_OF(v4l2_control, T, F(T, id, HEX), F(T, value, INT));
#undef T
#define T struct v4l2_fmtdesc
static OUTLINE_OF(v4l2_fmtdesc_in, T, F(T, index, UINT), F_ENUM(T, type, video_type));
static OUTLINE_OF(v4l2_fmtdesc, T, F(T, index, UINT), F_ENUM(T, type, video_type),
	F_FLAGS(T, flags, video_format_flags), F(T, description, TEXT), F_FOURCC(T, pixelformat));
#undef T
#define T struct v4l2_pix_format
static OUTLINE_OF(v4l2_pix, T, F(T, width, UINT), F(T, height, UINT), F_FOURCC(T, pixelformat),
	F_ENUM(T, field, video_field), F(T, bytesperline, UINT), F(T, sizeimage, UINT),
	F_ENUM(T, colorspace, video_colorspace));
#undef T
/* Native and 32-bit structures differ behind the formats that are shown. */
struct syscall_v4l2_format {
	u32 type;
	struct v4l2_pix_format pix __aligned(__alignof__(struct v4l2_format));
};

static_assert(offsetof(struct syscall_v4l2_format, pix) == offsetof(struct v4l2_format, fmt.pix));

#define T struct syscall_v4l2_format
static OUTLINE_OF(v4l2_format, T, F_ENUM(T, type, video_type),
	F_NESTED(T, pix, v4l2_pix, IF_EQUAL(T, type, U32_MAX, V4L2_BUF_TYPE_VIDEO_CAPTURE)),
	F_NESTED(T, pix, v4l2_pix, IF_EQUAL(T, type, U32_MAX, V4L2_BUF_TYPE_VIDEO_OUTPUT)));
static OUTLINE_OF(v4l2_format_in, T, F_ENUM(T, type, video_type));
#undef T
#define T struct __kernel_v4l2_timeval
static OUTLINE_OF(v4l2_timeval, T, F(T, tv_sec, INT), F(T, tv_usec, INT));
#undef T
#define T struct v4l2_buffer
#define IF_MEMORY(kind)	IF_EQUAL(T, memory, U32_MAX, V4L2_MEMORY_##kind)
static OUTLINE_OF(v4l2_buffer, T, F(T, index, UINT), F_ENUM(T, type, video_type),
	F(T, bytesused, UINT), F_FLAGS(T, flags, video_buffer_flags),
	F_ENUM(T, field, video_field), F_NESTED(T, timestamp, v4l2_timeval), F(T, sequence, UINT),
	F_ENUM(T, memory, video_memory), FIELD_AS(T, m.offset, "m.offset", HEX, IF_MEMORY(MMAP)),
	FIELD_AS(T, m.userptr, "m.userptr", PTR, IF_MEMORY(USERPTR)),
	FIELD_AS(T, m.fd, "m.fd", INT, IF_MEMORY(DMABUF)), F(T, length, UINT));
#undef T
#define T struct v4l2_exportbuffer
static OUTLINE_OF(v4l2_export_in, T, F_ENUM(T, type, video_type), F(T, index, UINT),
	F(T, plane, UINT), F_FLAGS(T, flags, open_flags));
static OUTLINE_OF(v4l2_export, T, F_ENUM(T, type, video_type), F(T, index, UINT),
	F(T, plane, UINT), F_FLAGS(T, flags, open_flags), F(T, fd, INT));
#undef T
#define T struct v4l2_queryctrl
static OUTLINE_OF(v4l2_queryctrl_in, T, F(T, id, HEX));
static OUTLINE_OF(v4l2_queryctrl, T, F(T, id, HEX), F_ENUM(T, type, video_control_type),
	F(T, name, TEXT), F(T, minimum, INT), F(T, maximum, INT), F(T, step, INT),
	F(T, default_value, INT), F_FLAGS(T, flags, video_control_flags));
#undef T
#define T struct v4l2_querymenu
static OUTLINE_OF(v4l2_querymenu_in, T, F(T, id, HEX), F(T, index, UINT));
static OUTLINE_OF(v4l2_querymenu, T, F(T, id, HEX), F(T, index, UINT), F(T, name, TEXT));
#undef T
#define T struct v4l2_input
static OUTLINE_OF(v4l2_input_in, T, F(T, index, UINT));
static OUTLINE_OF(v4l2_input, T, F(T, index, UINT), F(T, name, TEXT), F(T, type, UINT),
	F(T, audioset, HEX), F(T, tuner, UINT), F(T, std, HEX), F(T, status, HEX),
	F(T, capabilities, HEX));
#undef T
#define T struct v4l2_streamparm
#define V4L2_CAPTURE(field, how)					\
	FIELD_AS(T, parm.capture.field, #field, how,			\
		 IF_EQUAL(T, type, U32_MAX, V4L2_BUF_TYPE_VIDEO_CAPTURE))
static OUTLINE_OF(v4l2_parm_in, T, F_ENUM(T, type, video_type));
static OUTLINE_OF(v4l2_parm, T, F_ENUM(T, type, video_type), V4L2_CAPTURE(capability, HEX),
	V4L2_CAPTURE(capturemode, HEX), V4L2_CAPTURE(timeperframe.numerator, UINT),
	V4L2_CAPTURE(timeperframe.denominator, UINT), V4L2_CAPTURE(extendedmode, UINT),
	V4L2_CAPTURE(readbuffers, UINT));
#undef T
#define T struct v4l2_rect
static OUTLINE_OF(v4l2_rect, T, F(T, left, INT), F(T, top, INT), F(T, width, UINT),
	F(T, height, UINT));
#undef T
#define T struct v4l2_crop
static OUTLINE_OF(v4l2_crop_in, T, F_ENUM(T, type, video_type));
static OUTLINE_OF(v4l2_crop, T, F_ENUM(T, type, video_type), F_NESTED(T, c, v4l2_rect));
#undef T
#define T struct v4l2_selection
static OUTLINE_OF(v4l2_selection, T, F_ENUM(T, type, video_type), F(T, target, HEX),
	F(T, flags, HEX), F_NESTED(T, r, v4l2_rect));
#undef T
#define T struct v4l2_frmsizeenum
static OUTLINE_OF(v4l2_size_in, T, F(T, index, UINT), F_FOURCC(T, pixel_format));
static OUTLINE_OF(v4l2_size, T, F(T, index, UINT), F_FOURCC(T, pixel_format),
	F_ENUM(T, type, video_size_type),
	FIELD_AS(T, discrete.width, "width", UINT,
		 IF_EQUAL(T, type, U32_MAX, V4L2_FRMSIZE_TYPE_DISCRETE)),
	FIELD_AS(T, discrete.height, "height", UINT,
		 IF_EQUAL(T, type, U32_MAX, V4L2_FRMSIZE_TYPE_DISCRETE)));
#undef T
#define T struct v4l2_frmivalenum
static OUTLINE_OF(v4l2_interval_in, T, F(T, index, UINT), F_FOURCC(T, pixel_format),
	F(T, width, UINT), F(T, height, UINT));
static OUTLINE_OF(v4l2_interval, T, F(T, index, UINT), F_FOURCC(T, pixel_format),
	F(T, width, UINT), F(T, height, UINT), F(T, type, UINT),
	FIELD_AS(T, discrete.numerator, "numerator", UINT,
		 IF_EQUAL(T, type, U32_MAX, V4L2_FRMIVAL_TYPE_DISCRETE)),
	FIELD_AS(T, discrete.denominator, "denominator", UINT,
		 IF_EQUAL(T, type, U32_MAX, V4L2_FRMIVAL_TYPE_DISCRETE)));
#undef T
#define T struct v4l2_ext_controls
static OUTLINE_OF(v4l2_controls, T, F(T, which, HEX), F(T, count, UINT), F(T, error_idx, UINT),
	F(T, request_fd, INT), F(T, controls, PTR));
#undef T
#define T struct v4l2_event_subscription
static OUTLINE_OF(v4l2_subscription, T, F(T, type, UINT), F(T, id, HEX), F(T, flags, HEX));
#undef T

static const struct syscall_command drm_commands[] = {
	IOCTL_RW(DRM_IOCTL_VERSION, drm_version), IOCTL_RW(DRM_IOCTL_GET_CAP, drm_cap),
	IOCTL_W(DRM_IOCTL_SET_CLIENT_CAP, drm_client_cap),
	IOCTL_W(DRM_IOCTL_GEM_CLOSE, drm_gem_close),
	IOCTL_RW(DRM_IOCTL_PRIME_HANDLE_TO_FD, drm_prime),
	IOCTL_RW(DRM_IOCTL_PRIME_FD_TO_HANDLE, drm_prime),
	IOCTL_RW(DRM_IOCTL_GET_UNIQUE, drm_unique), IOCTL_R(DRM_IOCTL_GET_MAGIC, drm_auth),
	IOCTL_W(DRM_IOCTL_AUTH_MAGIC, drm_auth),
	IOCTL_RW_LEFT(DRM_IOCTL_GEM_FLINK, drm_flink_in, drm_flink),
	IOCTL_RW_LEFT(DRM_IOCTL_GEM_OPEN, drm_open_in, drm_open),
	IOCTL_RW_LEFT(DRM_IOCTL_CRTC_GET_SEQUENCE, drm_sequence_in, drm_sequence),
	IOCTL_RW(DRM_IOCTL_CRTC_QUEUE_SEQUENCE, drm_queue),
	IOCTL_RW(DRM_IOCTL_MODE_GETRESOURCES, drm_resources),
	IOCTL_RW_LEFT(DRM_IOCTL_MODE_GETCRTC, drm_crtc_in, drm_crtc),
	IOCTL_W(DRM_IOCTL_MODE_SETCRTC, drm_crtc), IOCTL_W(DRM_IOCTL_MODE_CURSOR, drm_cursor),
	IOCTL_W(DRM_IOCTL_MODE_CURSOR2, drm_cursor2),
	IOCTL_RW_LEFT(DRM_IOCTL_MODE_GETENCODER, drm_encoder_in, drm_encoder),
	IOCTL_RW_LEFT(DRM_IOCTL_MODE_GETCONNECTOR, drm_connector_in, drm_connector),
	IOCTL_RW_LEFT(DRM_IOCTL_MODE_GETPROPERTY, drm_property_in, drm_property),
	IOCTL_RW(DRM_IOCTL_MODE_GETPROPBLOB, drm_blob),
	IOCTL_RW_LEFT(DRM_IOCTL_MODE_GETFB, drm_fb_in, drm_fb),
	IOCTL_RW_LEFT(DRM_IOCTL_MODE_ADDFB, drm_fb_new, drm_fb),
	IOCTL_RW_LEFT(DRM_IOCTL_MODE_ADDFB2, drm_fb2_new, drm_fb2),
	IOCTL_RW_LEFT(DRM_IOCTL_MODE_GETFB2, drm_fb2_in, drm_fb2),
	IOCTL_W(DRM_IOCTL_MODE_RMFB, uint), IOCTL_W(DRM_IOCTL_MODE_PAGE_FLIP, drm_flip),
	IOCTL_RW_LEFT(DRM_IOCTL_MODE_CREATE_DUMB, drm_dumb_in, drm_dumb),
	IOCTL_RW_LEFT(DRM_IOCTL_MODE_MAP_DUMB, drm_map_in, drm_map),
	IOCTL_W(DRM_IOCTL_MODE_DESTROY_DUMB, drm_destroy_dumb),
	IOCTL_RW(DRM_IOCTL_MODE_GETPLANERESOURCES, drm_planes),
	IOCTL_RW_LEFT(DRM_IOCTL_MODE_GETPLANE, drm_plane_in, drm_plane),
	IOCTL_W(DRM_IOCTL_MODE_SETPLANE, drm_set_plane),
	IOCTL_RW(DRM_IOCTL_MODE_OBJ_GETPROPERTIES, drm_properties),
	IOCTL_W(DRM_IOCTL_MODE_OBJ_SETPROPERTY, drm_set_property),
	IOCTL_W(DRM_IOCTL_MODE_ATOMIC, drm_atomic),
	IOCTL_RW_LEFT(DRM_IOCTL_MODE_CREATEPROPBLOB, drm_new_blob_in, drm_new_blob),
	IOCTL_W(DRM_IOCTL_MODE_DESTROYPROPBLOB, drm_destroy_blob),
	IOCTL_RW_LEFT(DRM_IOCTL_SYNCOBJ_CREATE, drm_syncobj_in, drm_syncobj),
	IOCTL_W(DRM_IOCTL_SYNCOBJ_DESTROY, drm_syncobj_end),
	IOCTL_RW(DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD, drm_syncobj_fd),
	IOCTL_RW(DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, drm_syncobj_fd),
	IOCTL_RW_LEFT(DRM_IOCTL_SYNCOBJ_WAIT, drm_wait_in, drm_wait),
	IOCTL_NONE(DRM_IOCTL_SET_MASTER), IOCTL_NONE(DRM_IOCTL_DROP_MASTER),
};

IOCTL_TABLE(drm);

static const struct syscall_command video_commands[] = {
	IOCTL_R(VIDIOC_QUERYCAP, v4l2_capability), IOCTL_RW(VIDIOC_REQBUFS, v4l2_requestbuffers),
	IOCTL_RW(VIDIOC_G_CTRL, v4l2_control), IOCTL_RW(VIDIOC_S_CTRL, v4l2_control),
	IOCTL_RW_LEFT(VIDIOC_ENUM_FMT, v4l2_fmtdesc_in, v4l2_fmtdesc),
	IOCTL_RW_LEFT(VIDIOC_G_FMT, v4l2_format_in, v4l2_format),
	IOCTL_RW(VIDIOC_S_FMT, v4l2_format), IOCTL_RW(VIDIOC_TRY_FMT, v4l2_format),
	IOCTL_RW(VIDIOC_QUERYBUF, v4l2_buffer), IOCTL_RW(VIDIOC_QBUF, v4l2_buffer),
	IOCTL_RW(VIDIOC_DQBUF, v4l2_buffer), IOCTL_RW(VIDIOC_PREPARE_BUF, v4l2_buffer),
	IOCTL_RW_LEFT(VIDIOC_EXPBUF, v4l2_export_in, v4l2_export),
	IOCTL_RW_LEFT(VIDIOC_G_PARM, v4l2_parm_in, v4l2_parm), IOCTL_RW(VIDIOC_S_PARM, v4l2_parm),
	IOCTL_R(VIDIOC_G_STD, hex64), IOCTL_W(VIDIOC_S_STD, hex64),
	IOCTL_R(VIDIOC_QUERYSTD, hex64),
	IOCTL_RW_LEFT(VIDIOC_ENUMINPUT, v4l2_input_in, v4l2_input),
	IOCTL_RW_LEFT(VIDIOC_QUERYCTRL, v4l2_queryctrl_in, v4l2_queryctrl),
	IOCTL_RW_LEFT(VIDIOC_QUERYMENU, v4l2_querymenu_in, v4l2_querymenu),
	IOCTL_RW_LEFT(VIDIOC_G_CROP, v4l2_crop_in, v4l2_crop), IOCTL_W(VIDIOC_S_CROP, v4l2_crop),
	IOCTL_RW(VIDIOC_G_SELECTION, v4l2_selection), IOCTL_RW(VIDIOC_S_SELECTION, v4l2_selection),
	IOCTL_RW_LEFT(VIDIOC_ENUM_FRAMESIZES, v4l2_size_in, v4l2_size),
	IOCTL_RW_LEFT(VIDIOC_ENUM_FRAMEINTERVALS, v4l2_interval_in, v4l2_interval),
	IOCTL_RW(VIDIOC_G_EXT_CTRLS, v4l2_controls), IOCTL_RW(VIDIOC_S_EXT_CTRLS, v4l2_controls),
	IOCTL_RW(VIDIOC_TRY_EXT_CTRLS, v4l2_controls),
	IOCTL_W(VIDIOC_SUBSCRIBE_EVENT, v4l2_subscription),
	IOCTL_W(VIDIOC_UNSUBSCRIBE_EVENT, v4l2_subscription), IOCTL_W(VIDIOC_OVERLAY, int),
	IOCTL_R(VIDIOC_G_PRIORITY, uint), IOCTL_W(VIDIOC_S_PRIORITY, uint),
	IOCTL_R(VIDIOC_G_INPUT, int), IOCTL_RW(VIDIOC_S_INPUT, int),
	IOCTL_R(VIDIOC_G_OUTPUT, int), IOCTL_RW(VIDIOC_S_OUTPUT, int),
	IOCTL_W(VIDIOC_STREAMON, video_type), IOCTL_W(VIDIOC_STREAMOFF, video_type),
	IOCTL_NONE(VIDIOC_LOG_STATUS),
};

IOCTL_TABLE(video);
