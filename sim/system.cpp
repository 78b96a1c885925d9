#include "sim/system.h"

#include "sim/contact/contact_step.h"

namespace limber {

// The defaults of a system without contacts.

ContactShape System::contact_shape() const { return {}; }
ContactUse System::contact_use() const { return {}; }
void System::launch_show_points(View<Particle>) {}
void System::launch_move_bodies(const ContactStep&) {}
void System::launch_begin_slides(const ContactStep&) {}
void System::launch_slide_bodies(const ContactStep&) {}
void System::launch_share_bodies(const ContactStep&) {}
void System::launch_collide_points(const ContactStep&) {}
void System::launch_take_points(const ContactStep&) {}

}  // namespace limber
